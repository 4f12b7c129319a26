import { DURABLES, SNAPSHOT_DURABLES, SNAPSHOTS } from '@plaudit/contracts';
import type { ServiceDefinition } from '@plaudit/runtime';
import { ALL_SERVICES } from './services';

type Class = { prototype: Record<string, object> };

/** Returns the kinds of events that a service has handlers of, from the metadata that Nest reads. */
function handled({ module }: ServiceDefinition): string[] {
  const controllers = (Reflect.getMetadata('controllers', module) ?? []) as Class[];
  return controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap(
      (method) =>
        (Reflect.getMetadata('microservices:pattern', prototype[method]!) as string[] | undefined) ?? [],
    ),
  );
}

describe('snapshots', () => {
  it('are listed for exactly the durables whose services have a handler of them', () => {
    const withHandler = ALL_SERVICES.flatMap((service) =>
      SNAPSHOTS.filter(({ pattern }) => handled(service).includes(pattern)).map(
        ({ noun }) => `${service.name}__${noun}`,
      ),
    );
    expect(SNAPSHOT_DURABLES.toSorted()).toEqual(withHandler.toSorted());
    expect(DURABLES.map(({ name }) => name)).toEqual(expect.arrayContaining([...SNAPSHOT_DURABLES]));
  });

  it('are read by the service that owns the noun', () => {
    const owners = ALL_SERVICES.flatMap(({ name, snapshots = [] }) =>
      snapshots.map(({ definition }) => `${definition.pattern} of ${name}`),
    );
    expect(owners.toSorted()).toEqual(
      SNAPSHOTS.map(({ pattern, producer }) => `${pattern} of ${producer}`).toSorted(),
    );
  });
});
