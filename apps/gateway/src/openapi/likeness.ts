import { type ApiDocument, type ApiOperation, operationsOf } from '@plaudit/runtime';

/** On an operation that passes another service's answer on: the id of the operation whose filters and answer it has. */
export const LIKE = 'x-like';

/** Completes such operations, which their own service cannot describe, and takes the mark away. */
export function resolveLikenesses(document: Pick<ApiDocument, 'paths'>): void {
  const operations = operationsOf(document).map(({ operation }) => operation);
  for (const operation of operations.filter((one) => LIKE in one)) {
    const model = operations.find(({ operationId }) => operationId === operation[LIKE]);
    delete operation[LIKE];
    if (model) imitate(operation, model);
  }
}

function imitate(operation: ApiOperation, model: ApiOperation): void {
  const own = operation.parameters ?? [];
  const filters = (model.parameters ?? []).filter(
    ({ name, in: place }) => place === 'query' && !own.some((parameter) => parameter.name === name),
  );
  operation.parameters = [...own, ...filters];
  // The body is what is passed on; the headers of the model are not.
  const answers = Object.entries(model.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, answer]) => [status, { ...answer, headers: undefined }] as const);
  operation.responses = { ...operation.responses, ...Object.fromEntries(answers) };
}
