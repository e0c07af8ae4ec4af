/** After the @ of an email address, and between the groups of an IPv6 address. */
const places = /(?<=[@:])(?=[^\s/:])/;

/** A text without spaces that breaks between its parts, not in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  const at = text.search(places);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      <Breakable text={text.slice(at)} />
    </>
  );
}
