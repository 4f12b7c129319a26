import { type ApiDocument, type ApiOperation, type JsonSchema, operationsOf } from '@plaudit/runtime';

type Parameter = NonNullable<ApiOperation['parameters']>[number];

const SCALARS = ['string', 'number', 'integer', 'boolean'];

/** Returns the fields and parameters without a description, and the scalars without an example. */
export function undescribed(document: ApiDocument): string[] {
  const components = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    undescribedFields(schema, name),
  );
  const operations = operationsOf(document).flatMap(({ method, path, operation }) => {
    const at = `${method.toUpperCase()} ${path}`;
    const answers = Object.values(operation.responses).map((answer) =>
      '$ref' in answer ? undefined : answer,
    );
    const media = [operation.requestBody, ...answers].flatMap((part) => Object.values(part?.content ?? {}));
    return [
      ...(operation.parameters ?? []).flatMap((parameter) => undescribedParameter(parameter, at)),
      ...media.flatMap(({ schema = true }) => undescribedFields(schema, at)),
    ];
  });
  return [...components, ...operations];
}

function undescribedParameter({ name, description, example, schema }: Parameter, at: string): string[] {
  const shown = example === undefined ? schema : { ...(schema as object), examples: [example] };
  return lacking(description, shown ?? true, `${at} ?${name}`);
}

/** Returns those of a schema and its inline schemas. Referenced schemas are checked separately. */
function undescribedFields(schema: JsonSchema, at: string): string[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, items = true, additionalProperties = true } = schema;
  const choices = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? []);
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...lacking(typeof property === 'object' && property.description, property, `${at}.${name}`),
      ...undescribedFields(property, `${at}.${name}`),
    ]),
    ...[items, additionalProperties, ...choices].flatMap((inner) => undescribedFields(inner, at)),
  ];
}

function lacking(description: unknown, schema: JsonSchema, at: string): string[] {
  const { type = [], examples, const: constant } = typeof schema === 'object' ? schema : {};
  const isScalar = [type].flat().some((one) => SCALARS.includes(one));
  return [
    ...(typeof description === 'string' && /\w/.test(description) ? [] : [`${at} has no description`]),
    ...(isScalar && !examples?.length && constant === undefined ? [`${at} has no example`] : []),
  ];
}
