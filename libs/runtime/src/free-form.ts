import { Transform } from 'class-transformer';

/**
 * The field's object reaches the service as it was sent. class-transformer would drop keys that Object.prototype has
 * too, such as `constructor`, without a word.
 */
export function FreeForm(): PropertyDecorator {
  return Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]);
}
