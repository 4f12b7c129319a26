/**
 * What an adapter was proven against: responses that others recorded, in the year of the newest one if it is known, or the
 * specification of the vendor. `documentation` means neither: descriptions and the code of other clients only.
 */
export type Proof =
  | Readonly<{ kind: 'recording'; year?: number }>
  | Readonly<{ kind: 'specification' }>
  | Readonly<{ kind: 'documentation' }>;
