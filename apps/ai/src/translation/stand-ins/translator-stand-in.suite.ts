import { type FixtureResponse, type RecordedRequest, startFixtureServer } from '@plaudit/testing';
import { standInTranslation } from '../../llm/stand-in/good-answers.suite';
import type { AdapterName } from '../providers/translator.client';

export { standInTranslation } from '../../llm/stand-in/good-answers.suite';

/** What a request to a translator says. */
export interface SentTexts {
  texts: string[];
  target: string;
  /** Null if the translator detects the language. */
  source: string | null;
  key: string | null;
}

/** How one provider's API looks, as its documentation says. */
export interface TranslatorDialect {
  name: AdapterName;
  path: string;
  read(request: RecordedRequest): SentTexts;
  /** Returns the body with these translations, which a misbehaving stand-in may choose freely. */
  body(translations: readonly unknown[], sent: SentTexts): object;
  /** Returns the documented error for a request that the provider does not take, or null. */
  refusal(sent: SentTexts, request: RecordedRequest): FixtureResponse | null;
  wrongKey: FixtureResponse;
  /** Null for a provider without a limit of its own. */
  quota: FixtureResponse | null;
}

/** One request, and how to answer it. */
export interface StandInExchange extends SentTexts {
  dialect: TranslatorDialect;
  answer(translations: readonly unknown[]): FixtureResponse;
}

const good = ({ texts, answer }: StandInExchange): FixtureResponse => answer(texts.map(standInTranslation));
const edited = (edit: (translation: string) => unknown) => (exchange: StandInExchange) =>
  exchange.answer(exchange.texts.map((text) => edit(standInTranslation(text))));

/** What translators do wrong. */
const MISBEHAVIOURS = {
  good,
  wrongKey: ({ dialect }) => dialect.wrongKey,
  quota: ({ dialect }) => dialect.quota ?? { status: 500 },
  busy: () => ({ status: 429 }),
  busyForASecond: () => ({ status: 429, headers: { 'retry-after': '1' } }),
  busyForAMinute: () => ({ status: 429, headers: { 'retry-after': '60' } }),
  broken: () => ({ status: 500, body: { error: 'Something failed.' } }),
  unavailable: () => ({ status: 503, body: 'Service Unavailable' }),
  badRequest: () => ({ status: 400, body: { error: 'Bad request' } }),
  redirect: () => ({ status: 302, headers: { location: 'http://169.254.169.254/' } }),
  hang: () => 'hang',
  drop: () => 'reset',
  dropInBody: () => 'cut',
  noJson: () => ({ body: '<html>Welcome</html>' }),
  wrongShape: () => ({ body: { result: 'fine' } }),
  huge: () => ({ body: 'x'.repeat(3 * 1024 * 1024) }),
  oneMissing: ({ texts, answer }) => answer(texts.slice(1).map(standInTranslation)),
  oneTooMany: ({ texts, answer }) => answer([...texts, 'more'].map(standInTranslation)),
  nulls: ({ texts, answer }) => answer(texts.map(() => null)),
  numbers: ({ texts, answer }) => answer(texts.map((_text, index) => index)),
  empty: ({ texts, answer }) => answer(texts.map(() => ' ')),
  endless: edited((translation) => translation.repeat(1_000)),
  escaped: edited((translation) => translation.replaceAll("'", '&#39;').replaceAll('"', '&quot;')),
  markersLost: edited((translation) => translation.replaceAll(/\{\d+\}/g, '')),
  markersDoubled: edited((translation) => translation.replaceAll(/\{\d+\}/g, '$&$&')),
  linesJoined: edited((translation) => translation.replaceAll('\n', ' ')),
} as const satisfies Record<string, (exchange: StandInExchange) => FixtureResponse>;

export type TranslatorMisbehaviour = keyof typeof MISBEHAVIOURS;

/** A name of the list, or a function. A returned promise holds the response back. */
export type TranslatorBehaviour =
  TranslatorMisbehaviour | ((exchange: StandInExchange) => FixtureResponse | Promise<FixtureResponse>);

export interface TranslatorStandIn {
  dialect: TranslatorDialect;
  /** The base URL of the account's settings. */
  url: string;
  requests: RecordedRequest[];
  /** What each request said, in the order of arrival. */
  sent(): SentTexts[];
  /** Sets what the next requests get, one behaviour each; the last one stays. */
  behave(...behaviours: TranslatorBehaviour[]): void;
  /** Holds the answers back until the returned function is called. */
  hold(): () => void;
  /** Forgets the requests and behaves well again. */
  reset(): void;
  close(): Promise<void>;
}

/** The key that stand-ins accept. */
export const KEY = 'key-of-the-spec';

/** Starts a local server in place of a provider. It refuses requests that the provider would refuse. */
export async function startTranslatorStandIn(dialect: TranslatorDialect): Promise<TranslatorStandIn> {
  let coming: TranslatorBehaviour[] = [];
  const server = await startFixtureServer((request) => {
    if (request.method !== 'POST' || request.path !== dialect.path) return { status: 404 };
    const sent = dialect.read(request);
    const refusal = sent.key === KEY ? dialect.refusal(sent, request) : dialect.wrongKey;
    if (refusal !== null) return refusal;
    const behaviour = (coming.length > 1 ? coming.shift() : coming[0]) ?? good;
    const answer = (texts: readonly unknown[]): FixtureResponse => ({ body: dialect.body(texts, sent) });
    const behave = typeof behaviour === 'function' ? behaviour : MISBEHAVIOURS[behaviour];
    return behave({ ...sent, dialect, answer });
  });
  return {
    dialect,
    url: server.url,
    requests: server.requests,
    sent: () => server.requests.map((request) => dialect.read(request)),
    behave: (...behaviours) => (coming = behaviours),
    hold: () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      coming = [(exchange) => released.then(() => good(exchange))];
      return () => {
        coming = [];
        release();
      };
    },
    reset: () => {
      coming = [];
      server.requests.length = 0;
    },
    close: () => server.close(),
  };
}
