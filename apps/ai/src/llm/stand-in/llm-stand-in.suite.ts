import { type FixtureResponse, type RecordedRequest, startFixtureServer } from '@plaudit/testing';
import { answerWith, readChat, type StandInChat } from './chat.suite';
import { goodAnswer } from './good-answers.suite';
import { type LlmMisbehaviour, MISBEHAVIOURS } from './misbehaviours.suite';

export { answerWith, errorWith, type StandInChat, type StandInTask } from './chat.suite';
export { goodAnswer, phrasesIn, standInTranslation } from './good-answers.suite';
export { LLM_MISBEHAVIOURS, type LlmMisbehaviour } from './misbehaviours.suite';

/** A name of the list, or a function that responds to one chat. A returned promise holds the response back. */
export type LlmBehaviour =
  'good' | LlmMisbehaviour | ((chat: StandInChat) => FixtureResponse | Promise<FixtureResponse>);

export interface LlmStandIn {
  /** The value of AI_BASE_URL: `http://127.0.0.1:<port>/v1`. A service needs ALLOW_LOOPBACK for it, which `startWorld` sets. */
  baseUrl: string;
  /** All requests so far, in the order of arrival. `behave` does not forget them. */
  requests: RecordedRequest[];
  /** The same requests, parsed. */
  chats(): StandInChat[];
  /** Sets what the next requests get, one behaviour each; the last one stays. Without arguments every request gets a good answer. */
  behave(...behaviours: LlmBehaviour[]): void;
  /** Forgets the requests and behaves well again. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts a local server that speaks `POST /v1/chat/completions` as OpenAI documents it. By default it answers every task of this
 * product sensibly, with the ids that it was sent and in the language that was asked for.
 */
export async function startLlmStandIn(): Promise<LlmStandIn> {
  let coming: LlmBehaviour[] = [];
  const server = await startFixtureServer((request) => {
    if (request.method !== 'POST' || request.path !== '/v1/chat/completions') return { status: 404 };
    const behaviour = (coming.length > 1 ? coming.shift() : coming[0]) ?? 'good';
    const chat = readChat(request);
    if (behaviour === 'good') return answerWith(chat, goodAnswer(chat.task));
    return typeof behaviour === 'function' ? behaviour(chat) : MISBEHAVIOURS[behaviour](chat);
  });
  return {
    baseUrl: `${server.url}/v1`,
    requests: server.requests,
    chats: () => server.requests.map(readChat),
    behave: (...behaviours) => (coming = behaviours),
    reset: () => {
      coming = [];
      server.requests.length = 0;
    },
    close: () => server.close(),
  };
}
