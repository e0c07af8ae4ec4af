/** Encodings that providers use. */
export const encodings = ['UTF-8', 'windows-1252', 'ISO-8859-1', 'windows-1257', 'windows-1250', 'UTF-16LE'];
