import type { Provider, Type } from '@nestjs/common';
import type { ServiceDefinition } from '@plaudit/runtime';

/** A service that a spec starts, and from which it borrows providers, for instance to call a worker before its interval ends. */
export interface LendingService {
  definition: ServiceDefinition;
  /** Returns a lent provider, that of the first replica if there are several. Throws before the service runs. */
  borrow<T>(type: Type<T>): T;
}

/** Lends the providers `lent` of a service, and its chores. `replaced` takes the place of providers of its module. */
export async function lendingService(
  service: ServiceDefinition,
  lent: readonly Type[],
  replaced: readonly Provider[] = [],
): Promise<LendingService> {
  // Specs that only need a helper of this library do not wait for Nest.
  const { Module } = await import('@nestjs/common');
  const { Chores } = await import('@plaudit/runtime');
  const all: readonly Type[] = [...lent, Chores];
  let instances: readonly unknown[] | null = null;
  class Lender {}
  Module({
    imports: [{ module: service.module, providers: [...replaced], exports: [...lent] }],
    providers: [
      {
        provide: 'lent providers',
        inject: [...all],
        useFactory: (...given: unknown[]) => (instances ??= given),
      },
    ],
  })(Lender);
  return {
    definition: { ...service, module: Lender },
    borrow: <T>(type: Type<T>): T => {
      const at = all.indexOf(type);
      if (!instances || at < 0) throw new Error(`${service.name} has not lent ${type.name}.`);
      return instances[at] as T;
    },
  };
}
