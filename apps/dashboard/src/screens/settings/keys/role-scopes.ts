import { effectiveScopes, ROLE_IDS } from '@plaudit/contracts/scopes';
import type { Role, Scope } from '../../../session/session';

/** The roles from the fewest rights to the most. */
export const ROLES: readonly Role[] = ['user', 'editor', 'admin'];

type AreaOf<S> = S extends `${infer Area}:${string}` ? Area : never;
type VerbOf<S> = S extends `${string}:${infer Verb}` ? Verb : never;
export type Area = AreaOf<Scope>;
export type Verb = VerbOf<Scope>;

export interface KeyRights {
  account_management: boolean;
  /** Empty for all scopes of the role. */
  scopes: readonly Scope[];
}

export function roleOfId(id: number): Role {
  return ROLES.find((role) => ROLE_IDS[role] === id) ?? 'user';
}

/** Returns the chosen scopes without those that the role lacks. */
export function keptScopes(chosen: readonly Scope[], role: Role, accountManagement: boolean): Scope[] {
  const possible = effectiveScopes(role, accountManagement, []);
  return possible.filter((scope) => chosen.includes(scope));
}

/** Groups scopes by what they are about, in their order. */
export function byArea(scopes: readonly Scope[]): [Area, Scope[]][] {
  const areas = new Map<Area, Scope[]>();
  for (const scope of scopes) {
    const area = areaOf(scope);
    areas.set(area, [...(areas.get(area) ?? []), scope]);
  }
  return [...areas];
}

export function verbOf(scope: Scope): Verb {
  return scope.split(':')[1] as Verb;
}

/** How the scopes of a key are shown: all of its role, all and the account, only reading, or areas by name. */
export type ScopeSummary =
  { kind: 'all' | 'all_and_account' | 'read_only' } | { kind: 'areas'; areas: Area[] };

export function summaryOf({ scopes, account_management }: KeyRights): ScopeSummary {
  if (scopes.length === 0) return { kind: account_management ? 'all_and_account' : 'all' };
  if (scopes.every((scope) => verbOf(scope) === 'read') && scopes.length > 2) return { kind: 'read_only' };
  return { kind: 'areas', areas: byArea(scopes).map(([area]) => area) };
}

function areaOf(scope: Scope): Area {
  return scope.split(':')[0] as Area;
}
