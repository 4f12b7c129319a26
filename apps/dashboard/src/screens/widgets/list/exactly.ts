/** A link of a tab is current only at exactly its address, because the tabs of a page share its path. */
export const EXACTLY = { exact: true, includeSearch: true } as const;
