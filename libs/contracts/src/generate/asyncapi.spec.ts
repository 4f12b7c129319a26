import 'reflect-metadata';
import { Parser, type ParseOutput } from '@asyncapi/parser';
import { asyncApi } from './asyncapi';
import { eventCatalogue } from './event-catalogue';

describe('docs/asyncapi.json', () => {
  const catalogue = eventCatalogue();
  const DOCUMENT = asyncApi(catalogue, '0.1.0');
  const parser = new Parser();
  // AsyncAPI 3.1 changed nothing that this document uses, and fewer tools read it.
  const messagesOf = ({ diagnostics }: ParseOutput): string[] =>
    diagnostics
      .filter(({ code }) => code !== 'asyncapi-latest-version')
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
  let parsed: ParseOutput;

  beforeAll(async () => {
    parsed = await parser.parse(JSON.stringify(DOCUMENT));
  });

  it('is valid for the official parser, which has nothing to recommend', () => {
    expect(messagesOf(parsed)).toEqual([]);
  });

  it('has one channel and one sent message per event, with its envelope and headers', () => {
    const { document } = parsed;
    const channels = document!.channels().all();
    expect(channels.map((channel) => channel.address())).toEqual(
      catalogue.events.map(({ name, version }) => `${name}.v${version}.{account_id}.{sub_account_id}`),
    );
    const sent = document!.operations().filterBySend();
    expect(sent).toHaveLength(catalogue.events.length);
    const [message] = document!.channels().get('review.created.v1')!.messages().all();
    expect(message?.headers()?.properties()).toHaveProperty('Nats-Msg-Id');
    expect(Object.keys(message?.payload()?.properties() ?? {})).toEqual(
      expect.arrayContaining(['specversion', 'dataschema', 'data']),
    );
  });

  it('receives the events that a service of the product consumes', () => {
    const received = parsed.document!.operations().filterByReceive();
    const consumed = catalogue.events.filter(({ durables }) => durables.length > 0);
    expect(received.map((operation) => operation.id())).toEqual(
      consumed.map(({ name, version }) => `receive.${name}.v${version}`),
    );
  });

  it('is invalid for the parser if an operation neither sends nor receives', async () => {
    const small = asyncApi({ ...catalogue, events: catalogue.events.slice(0, 1) }, '0.1.0');
    const text = JSON.stringify(small).replace('"action":"send"', '"action":"shout"');
    expect(messagesOf(await parser.parse(text))).toEqual([
      expect.stringContaining('"action" property must be equal to one of the allowed values'),
    ]);
  });
});
