import { type ApiDocument, type ApiOperation, operationsOf } from '@plaudit/runtime';

/** Marks an operation that passes on the response of another. Its value is the id of the operation to copy from. */
export const LIKE = 'x-like';

/** Copies filters and responses to the marked operations, which their own service cannot describe, and removes the mark. */
export function resolveLikenesses(document: Pick<ApiDocument, 'paths'>): void {
  const operations = operationsOf(document).map(({ operation }) => operation);
  for (const operation of operations.filter((one) => LIKE in one)) {
    const model = operations.find(({ operationId }) => operationId === operation[LIKE]);
    delete operation[LIKE];
    if (model) copyFrom(model, operation);
  }
}

function copyFrom(model: ApiOperation, operation: ApiOperation): void {
  const own = operation.parameters ?? [];
  const filters = (model.parameters ?? []).filter(
    ({ name, in: place }) => place === 'query' && !own.some((parameter) => parameter.name === name),
  );
  operation.parameters = [...own, ...filters];
  // Only the body of the response is passed on, not its headers.
  const responses = Object.entries(model.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => [status, { ...response, headers: undefined }] as const);
  operation.responses = { ...operation.responses, ...Object.fromEntries(responses) };
}
