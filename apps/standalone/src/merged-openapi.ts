import { mergeDocuments } from '@plaudit/gateway';
import { type ApiDocument, openApiDocument } from '@plaudit/runtime';
import { ALL_SERVICES } from './services';

/** Returns the document that the gateway serves when all services run. Reads only their code. */
export async function mergedOpenApi(): Promise<{ document: ApiDocument; clashes: string[] }> {
  const documents = await Promise.all(
    ALL_SERVICES.map(async (definition) => ({
      service: definition.name,
      document: await openApiDocument(definition),
    })),
  );
  return mergeDocuments(documents);
}
