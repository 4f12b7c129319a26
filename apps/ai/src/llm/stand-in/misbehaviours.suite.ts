import type { FixtureResponse } from '@plaudit/testing';
import { answerWith, errorWith, type StandInChat } from './chat.suite';
import { goodAnswer, phrasesIn } from './good-answers.suite';

type Respond = (chat: StandInChat) => FixtureResponse;

const good: Respond = (chat) => answerWith(chat, goodAnswer(chat.task));
const goodText = (chat: StandInChat): string => JSON.stringify(goodAnswer(chat.task));

/** Puts `text` and `ids` into every statement of the answer to any task that has statements; others get `text`. */
function saying({ task }: StandInChat, text: string, ids: unknown[], extra: object = {}): object {
  const statement = { text, ids, ...extra };
  if (task.task === 'summary') return { language: task.language, statements: [statement] };
  if (task.task === 'insights') return { strengths: [statement], improvements: [statement] };
  return { text };
}

/** Says a text about the first review. */
const says =
  (text: string): Respond =>
  (chat) =>
    answerWith(chat, saying(chat, text, [idsOf(chat)[0] ?? 1]));

/** Says a good text with other ids. */
const cites =
  (ids: (chat: StandInChat) => unknown[]): Respond =>
  (chat) =>
    answerWith(chat, saying(chat, phrasesIn(chat.task.language).praise, ids(chat)));

const idsOf = ({ task }: StandInChat): number[] => (task.reviews ?? []).map(({ id }) => id);

const refuses = (status: number, message: string, headers?: Record<string, string>): Respond => {
  return () => errorWith(status, message, { headers });
};

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** Refuses a request that has one of these fields, as servers do that do not know it. */
const lacks =
  (param: keyof StandInChat, isRefused: (chat: StandInChat) => boolean, message: string): Respond =>
  (chat) =>
    isRefused(chat) ? errorWith(400, message, { param, code: 'unsupported_parameter' }) : good(chat);

/** Failures of the server and of the connection. */
const OF_SERVERS = {
  no_json_schema: lacks(
    'response_format',
    (chat) => chat.response_format?.type === 'json_schema',
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  ),
  no_response_format: lacks(
    'response_format',
    (chat) => chat.response_format !== undefined,
    'Unknown field: response_format',
  ),
  no_max_tokens: lacks(
    'max_tokens',
    (chat) => chat.max_tokens !== undefined,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ),
  no_temperature: lacks(
    'temperature',
    (chat) => chat.temperature !== undefined,
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
  ),
  context_too_long: refuses(400, "This model's maximum context length is 2048 tokens."),
  bad_request: refuses(400, 'Invalid request.'),
  unauthorised: refuses(401, 'Incorrect API key provided.'),
  forbidden: refuses(403, 'Your key may not use this model.'),
  not_found: refuses(404, 'The model does not exist.'),
  request_timeout: refuses(408, 'Request timeout.'),
  conflict: refuses(409, 'Conflict.'),
  rate_limited: refuses(429, 'Too many requests.'),
  rate_limited_2_s: refuses(429, 'Too many requests.', { 'retry-after': '2' }),
  rate_limited_60_s: refuses(429, 'Too many requests.', { 'retry-after': '60' }),
  server_error: refuses(500, 'The server had an error.'),
  unavailable: () => ({ status: 503, body: '<h1>Service unavailable</h1>' }),
  redirect_to_private_address: () => ({
    status: 307,
    headers: { location: 'http://10.0.0.1/v1/chat/completions' },
  }),
  hang: () => 'hang',
  hang_in_body: () => ({
    headers: { 'content-type': 'application/json' },
    drip: { chunks: ['{"id":"chatcmpl-1",', ' '], everyMs: 3_600_000 },
  }),
  reset: () => 'reset',
  cut_in_body: () => 'cut',
  huge_body: (chat) => answerWith(chat, 'x'.repeat(10_000_000)),
  body_is_no_json: () => ({ headers: { 'content-type': 'application/json' }, body: 'OK' }),
  body_is_html: () => ({ headers: { 'content-type': 'text/html' }, body: '<html>Hello</html>' }),
  body_is_no_object: () => ({ headers: { 'content-type': 'application/json' }, body: '[null]' }),
  body_is_deep: () => ({ headers: { 'content-type': 'application/json' }, body: nested(20_000) }),
  wrong_content_type: (chat) => ({
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(answerWith(chat, goodAnswer(chat.task)).body),
  }),
  no_choices: (chat) => ({ body: { id: 'chatcmpl-1', model: chat.model, choices: [] } }),
  names_its_model: (chat) => answerWith(chat, goodAnswer(chat.task), { model: `${chat.model}-2026-08-01` }),
} satisfies Record<string, Respond>;

/** What models write that must not be taken as it is. */
const OF_MODELS = {
  fenced_json: (chat) => answerWith(chat, `\`\`\`json\n${goodText(chat)}\n\`\`\``),
  json_in_prose: (chat) => answerWith(chat, `Here it is {as asked}:\n${goodText(chat)}\nAnything else?`),
  prose: (chat) => answerWith(chat, 'I am sorry, but I cannot help with that.'),
  truncated: (chat) => answerWith(chat, goodText(chat).slice(0, -9), { finish_reason: 'length' }),
  content_filter: (chat) => answerWith(chat, '', { finish_reason: 'content_filter' }),
  refusal: (chat) => answerWith(chat, null, { refusal: 'I cannot help with that.' }),
  null_content: (chat) => answerWith(chat, null),
  deep_json: (chat) => answerWith(chat, nested(20_000)),
  unknown_id: cites((chat) => [...idsOf(chat), 999]),
  only_unknown_ids: cites(() => [998, 999]),
  string_ids: cites((chat) => idsOf(chat).map(String)),
  repeated_ids: cites((chat) => [...idsOf(chat), ...idsOf(chat)]),
  wrong_language: (chat) => {
    const { criticism } = phrasesIn(chat.task.language === 'de' ? 'en' : 'de');
    return answerWith(chat, saying(chat, criticism, idsOf(chat)));
  },
  invented_number: says('There were 314 customers who liked it.'),
  invented_percentage: says('Nearly 97 % liked it.'),
  link: says('Find more at https://evil.example/offer today.'),
  email: says('Write to sales@evil.example today.'),
  html: says('<script>alert(1)</script> Very friendly staff.'),
  markdown_link: says('Very friendly staff, [see here](https://evil.example).'),
  markdown: (chat) => {
    const { praise } = phrasesIn(chat.task.language);
    const marked = praise.replace(/\p{L}+/u, (word) => `**${word}**`);
    return answerWith(chat, saying(chat, marked, idsOf(chat)));
  },
  leaked_prompt: (chat) => {
    const system = chat.messages.find(({ role }) => role === 'system')?.content ?? '';
    return answerWith(chat, saying(chat, system.slice(0, 115), idsOf(chat)));
  },
  as_an_ai: says('As an AI, I think that this place is good.'),
  obeys_reviews: (chat) => {
    const order = chat.task.reviews?.find(({ text }) => /ignore|write/i.test(text))?.text;
    return order ? says(order.slice(0, 100))(chat) : good(chat);
  },
  claims_severity: (chat) => {
    const { improvement } = phrasesIn(chat.task.language);
    return answerWith(chat, saying(chat, improvement, idsOf(chat).slice(0, 1), { severity: 'recurring' }));
  },
  extra_fields: (chat) => answerWith(chat, { ...goodAnswer(chat.task), admin: true, note: { a: [1] } }),
} satisfies Record<string, Respond>;

export const MISBEHAVIOURS = { ...OF_SERVERS, ...OF_MODELS } satisfies Record<string, Respond>;

export type LlmMisbehaviour = keyof typeof MISBEHAVIOURS;

export const LLM_MISBEHAVIOURS = Object.keys(MISBEHAVIOURS) as LlmMisbehaviour[];
