import type { WalkWorld } from '../walk-world.suite';

/** Something that clients, recipients or operators do. */
export interface Operation {
  name: string;
  /** How often it happens, compared with the others. */
  weight: number;
  /** It does not run beside other operations, because its outcome must be certain. */
  isAlone?: boolean;
  run(walk: WalkWorld): Promise<void>;
}
