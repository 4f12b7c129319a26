import {
  type ApiDocument,
  type ApiMethod,
  type ApiOperation,
  type ApiResponse,
  type JsonSchema,
  operationsOf,
} from '@plaudit/runtime';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { answerOf } from './schema-fields.suite';

const API = '/public/v1';

interface Described {
  at: string;
  method: string;
  pattern: RegExp;
  /** Literal segments come first, so that `/channels/types` does not match `/channels/{id}`. */
  literals: number;
  operation: ApiOperation;
}

/**
 * Checks every response of the API against its OpenAPI document. The operation must exist, the status and the content type
 * must be documented, and a JSON body must match its schema without unknown fields. Responses outside /public/v1 are not
 * checked.
 */
export class CheckedAnswers {
  private readonly operations: Described[];
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  /** By the text of the schema, because most responses share a few. */
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    this.operations = operationsOf(document)
      .map(({ path, method, operation }) => describe(path, method, operation))
      .sort((a, b) => b.literals - a.literals);
    this.ajv.addSchema({ $id: 'api', components: closed(document.components) });
  }

  /** A fetch function that checks each response. Rejects with the difference from the document. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const response = await globalThis.fetch(request);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(`${API}/`)) await this.check(request.method, pathname, response.clone());
    return response;
  };

  private async check(method: string, pathname: string, response: Response): Promise<void> {
    const path = pathname.slice(API.length);
    const found = this.operations.find((one) => one.method === method && one.pattern.test(path));
    const text = await response.text();
    const fault = found ? this.faultOf(found, response, text) : this.faultOfUnknown(response, text);
    if (fault)
      throw new Error(`${method} ${pathname} answered ${response.status}: ${fault}\n${text.slice(0, 2_000)}`);
  }

  private faultOf({ at, operation }: Described, response: Response, text: string): string | null {
    const answer = answerOf(this.document, operation, response.status);
    if (!answer) return `${at} documents only ${Object.keys(operation.responses).join(', ')}`;
    return this.faultOfBody(answer, response, text);
  }

  /** Returns whether this is the gateway's 404 for an unknown path. */
  private faultOfUnknown(response: Response, text: string): string | null {
    if (![401, 404, 429].includes(response.status)) return 'the document has no such operation';
    const schema = { $ref: '#/components/schemas/Error' };
    const answer = { description: '', content: { 'application/json': { schema } } };
    return this.faultOfBody(answer, response, text);
  }

  private faultOfBody(answer: ApiResponse, response: Response, text: string): string | null {
    if (!answer.content) return text === '' ? null : 'the document knows of no body';
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const media = answer.content[type];
    if (!media) return `the document knows no ${type}`;
    if (!type.endsWith('json')) return null;
    const body = JSON.parse(text) as ErrorBody;
    const validate = this.validatorOf(media.schema ?? true);
    if (!validate(body)) return this.ajv.errorsText(validate.errors, { separator: '\n', dataVar: '' });
    return response.status >= 400 ? faultOfError(response, body) : null;
  }

  private validatorOf(schema: JsonSchema): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.validators.get(text);
    if (known) return known;
    const inDocument = JSON.stringify(closed(schema)).replaceAll('"$ref":"#/', '"$ref":"api#/');
    const made = this.ajv.compile(JSON.parse(inDocument) as object);
    this.validators.set(text, made);
    return made;
  }
}

function describe(path: string, method: ApiMethod, operation: ApiOperation): Described {
  const segments = path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : segment.replaceAll('.', '\\.')));
  return {
    at: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${segments.join('/')}$`),
    literals: segments.filter((segment) => segment !== '[^/]+').length,
    operation,
  };
}

interface ErrorBody {
  msg?: string;
  errors?: { msg: string }[];
  retry_after_seconds?: number;
  request_id?: string;
}

/** How class-validator words its reasons. Clients read sentences of ours. */
const RAW_REASON =
  /integer number|conforming to|boolean value|(?:longer|shorter) than or equal|following values|regular expression|each value in|should not be|no more than \d|not be (?:less|greater) than -?\d|either object or array/;

function faultOfError(response: Response, body: ErrorBody): string | null {
  if (!('request_id' in body)) return null;
  const messages = [body.msg ?? 'None.', ...(body.errors ?? []).map(({ msg }) => msg)];
  const bad = messages.find((msg) => RAW_REASON.test(msg) || !/^[^\n]+[.?]$/.test(msg));
  if (bad !== undefined) return `"${bad}" is no sentence for a client`;
  if (body.request_id !== response.headers.get('x-request-id')) return 'X-Request-Id is not its request_id';
  const mayPass = response.status === 429 || response.status === 503;
  const wait = response.headers.get('retry-after');
  if (mayPass && wait === null) return 'Retry-After is missing';
  if (mayPass && String(body.retry_after_seconds) !== wait) return 'retry_after_seconds is not Retry-After';
  return null;
}

/** Returns the same schemas with `additionalProperties: false` on every object. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const isObjectSchema = typeof made.properties === 'object' && made.type !== undefined;
  if (isObjectSchema && !('additionalProperties' in made)) made.additionalProperties = false;
  return made as T;
}
