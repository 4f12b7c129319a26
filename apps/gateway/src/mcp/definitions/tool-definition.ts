/** What a call does, as the annotations of MCP tell clients. A client may ask its user before a call. */
export interface ToolEffect {
  readOnlyHint: boolean;
  /** Overwrites or cancels something. Adding is not destructive. */
  destructiveHint: boolean;
  /** A repeat of the same call changes nothing more. */
  idempotentHint: boolean;
  /** Reaches systems outside of this product, for instance review platforms. */
  openWorldHint: boolean;
}

export const READS: ToolEffect = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS: ToolEffect = { ...READS, readOnlyHint: false, idempotentHint: false };
export const CHANGES: ToolEffect = { ...READS, readOnlyHint: false, destructiveHint: true };

/**
 * One MCP tool for one operation of the API. Its input schema comes from the OpenAPI document, and it exists only while
 * the document has the operation.
 */
export interface ToolDefinition {
  name: string;
  operationId: string;
  effect: ToolEffect;
  /** Replaces the summary of the operation. */
  title?: string;
  /** Replaces the description of the operation. A model chooses among tools by it. */
  description?: string;
  /** Replaces descriptions of arguments that a model could not use, for instance those that name a path of the API. */
  arguments?: Readonly<Record<string, string>>;
  /** Arguments of the operation that the tool does not take. */
  omitsArguments?: readonly string[];
  /** Fields of the response, at any depth, that the result does not have. */
  omits?: readonly string[];
  /** Arguments of a call that works. Ids stand for existing objects. */
  example: Readonly<Record<string, unknown>>;
}

export const IDEMPOTENCY = {
  idempotency_key:
    'Any text that is new for each thing to add. A repeat with the same key within 24 hours returns the first response and adds nothing.',
};
