import 'reflect-metadata';

/** What the registry must know of a chore. */
export interface ChoreOptions {
  /** Unique in its service, for logs and metrics, such as `old_sessions`. */
  name: string;
  /** The time between two runs, within a tenth. */
  everyMs: number;
  /**
   * `service`: one replica runs it in each interval. `process`: each replica runs it, for work on its own memory or work that a
   * request of this process has begun.
   */
  per: 'service' | 'process';
}

/**
 * The method of a chore. It gets the time, and a signal that is aborted when the process stops. If it returns true there is more to do,
 * and it is called again at once. It may throw: the registry logs that, and the next run comes in its time.
 */
export type ChoreMethod = (now: Date, stopping: AbortSignal) => Promise<boolean | void> | boolean | void;

const CHORE = Symbol('chore');

/** Makes a method of a provider a background chore, which {@link Chores} runs. */
export function Chore(
  options: ChoreOptions,
): <Method extends ChoreMethod>(
  prototype: object,
  method: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void {
  return (_prototype, _method, descriptor) =>
    Reflect.defineMetadata(CHORE, options, descriptor.value as object);
}

/** A chore with the method that does its work. */
export interface OwnedChore extends ChoreOptions {
  /** Class and method, such as `SessionsRepository.deleteExpired`. */
  owner: string;
  work: ChoreMethod;
}

/** Returns the chores among the methods of a class. */
export function choresIn(provider: { name: string; prototype: object | undefined }): OwnedChore[] {
  if (!provider.prototype) return [];
  const methods = Object.entries(Object.getOwnPropertyDescriptors(provider.prototype));
  return methods.flatMap(([method, { value }]) => {
    if (typeof value !== 'function') return [];
    const work = value as ChoreMethod;
    const options = Reflect.getMetadata(CHORE, work) as ChoreOptions | undefined;
    return options ? [{ ...options, owner: `${provider.name}.${method}`, work }] : [];
  });
}
