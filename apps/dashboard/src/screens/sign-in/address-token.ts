/** Returns the token in the fragment of the address, such as `#t=…`, and removes it from the address and the history. */
export function takeTokenOfAddress(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
