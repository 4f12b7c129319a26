import type { PlainResponse, RecordedRequest } from '@plaudit/testing';

/** What a client sent to `POST /chat/completions`, in the documented shape. */
export interface StandInChat {
  model: string;
  messages: { role: string; content: string }[];
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: object } };
  /** The key of the request, without `Bearer`; null without one. */
  key: string | null;
  /** The parsed user message. */
  task: StandInTask;
}

/** The user message of this product's requests. Each task has some of the fields. */
export interface StandInTask {
  task: string;
  language?: string;
  reviews?: { id: number; rating: number | null; text: string }[];
  tags?: { id: number; name: string }[];
  items?: { id: number; text: string }[];
}

export interface AnswerParts {
  finish_reason?: string;
  refusal?: string;
  model?: string;
}

export function readChat(request: RecordedRequest): StandInChat {
  const chat = request.json<StandInChat>();
  const user = chat.messages.find(({ role }) => role === 'user');
  const key = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
  return { ...chat, key, task: JSON.parse(user?.content ?? '{}') as StandInTask };
}

/** Returns the response with this content. An object is written as JSON. */
export function answerWith(
  chat: StandInChat,
  content: string | object | null,
  { finish_reason = 'stop', refusal, model = chat.model }: AnswerParts = {},
): PlainResponse {
  const text = content === null || typeof content === 'string' ? content : JSON.stringify(content);
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal: refusal ?? null },
          logprobs: null,
          finish_reason,
        },
      ],
      usage: { prompt_tokens: 900, completion_tokens: 90, total_tokens: 990 },
    },
  };
}

/** Returns an error in the documented shape. */
export function errorWith(
  status: number,
  message: string,
  { headers, param, code }: { headers?: Record<string, string>; param?: string; code?: string } = {},
): PlainResponse {
  const body = { error: { message, type: 'error', param: param ?? null, code: code ?? null } };
  return { status, headers, body };
}
