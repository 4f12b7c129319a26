import { useEffect, useState } from 'react';

/** Returns the token in the fragment of the address, such as `#t=…`. Removes it from the address and the history. */
export function useAddressToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('t') ?? '');
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
}
