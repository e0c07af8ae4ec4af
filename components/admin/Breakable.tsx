/** Behind the @ of an e-mail address, and between the groups of an IPv6 address. */
const places = /(?<=[@:])(?=[^\s/:])/;

/** A text without spaces that breaks at its own joints, not in the middle of a word. */
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
