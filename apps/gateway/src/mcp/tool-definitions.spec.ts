import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import Ajv2020 from 'ajv/dist/2020';
import { findDestination } from '../proxy/route-table';
import { allTools } from './committed-tools.suite';
import { inputSchemaOf } from './tool';
import { TOOL_DEFINITIONS } from './tool-definitions';

/** The names of all tools that the product is to have, by the service that owns their operation. */
const DECIDED: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  gateway: ['get_account'],
  reviews: ['list_reviews', 'get_review', 'add_review', 'update_review', 'list_tags'],
  channels: [
    'list_channels',
    'get_channel',
    'list_channel_types',
    'add_channel',
    'refresh_channel',
    'discover_channels',
  ],
  invitations: [
    'list_invite_requests',
    'get_invite_activity',
    'list_invite_settings',
    'add_invite_request',
    'send_invite_request',
    'mark_invite_reviewed',
    'stop_invite_sequence',
    'get_sending_status',
    'retry_sending',
    'list_fuse_requests',
    'decide_fuse',
    'list_suppression_groups',
  ],
  reports: [
    'get_rating_history',
    'get_ratings_report',
    'get_reviews_over_time',
    'get_average_rating',
    'get_rating_distribution',
  ],
  ai: ['get_ai_summary', 'get_ai_insights', 'regenerate_ai_summary'],
  widgets: ['list_widgets', 'get_widget', 'create_widget', 'update_widget'],
  webhooks: ['list_webhooks'],
};

const TOOLS = allTools();
const NAMED = TOOLS.map((tool) => [tool.name, tool] as const);

describe('the MCP tools', () => {
  it('have 37 decided names', () => {
    expect(new Set(Object.values(DECIDED).flat()).size).toBe(37);
  });

  it.each(SERVICE_NAMES)('of %s are those that were decided', (service) => {
    const names = TOOLS.filter(({ path }) => findDestination(path)?.service === service).map(
      ({ name }) => name,
    );
    expect(names.toSorted()).toEqual((DECIDED[service] ?? []).toSorted());
  });

  it('are counted in the README', () => {
    const readme = readFileSync(join(__dirname, '../../../../README.md'), 'utf8');
    expect(/There are (\d+) tools\./.exec(readme)?.[1]).toBe(String(TOOL_DEFINITIONS.length));
  });

  it('all have an operation in the OpenAPI document', () => {
    expect(TOOLS.map(({ name }) => name)).toEqual(TOOL_DEFINITIONS.map(({ name }) => name));
  });

  it('never delete anything', () => {
    expect(TOOLS.map(({ method }) => method)).not.toContain('DELETE');
    expect(TOOLS.filter(({ name, path }) => /delete|remove/.test(name + path))).toEqual([]);
  });

  it.each(NAMED)('announce %s as read-only exactly if it is a GET', (_name, { method, effect }) => {
    expect(effect.readOnlyHint).toBe(method === 'GET');
  });

  it('have input schemas that are valid JSON Schema', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
    for (const tool of TOOLS) expect(() => ajv.compile(inputSchemaOf(tool))).not.toThrow();
  });

  it('have output schemas that are valid JSON Schema', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    for (const tool of TOOLS) expect(() => ajv.compile(tool.output)).not.toThrow();
  });

  it('have no reference in their schemas', () => {
    expect(JSON.stringify(TOOLS.map((tool) => [inputSchemaOf(tool), tool.output]))).not.toContain('$ref');
  });

  describe.each(NAMED)('%s', (_name, tool) => {
    it('has a scope', () => {
      expect(tool.scope).toMatch(/^\w+:\w+$/);
    });

    it('names no argument twice and has an argument for every part of its path', () => {
      const names = tool.arguments.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect([...tool.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(
        tool.arguments.filter(({ place }) => place === 'path').map(({ field }) => field),
      );
    });

    it('has an example that its input schema accepts', () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      expect(ajv.validate(inputSchemaOf(tool), tool.example)).toBe(true);
    });

    it('describes every argument without naming a path of the API', () => {
      const wrong = tool.arguments.filter(({ schema: { description } }) => {
        return typeof description !== 'string' || /^$|\b(GET|POST|PUT) \//.test(description);
      });
      expect(wrong.map(({ name }) => name)).toEqual([]);
    });

    it('overrides only descriptions of arguments that exist', () => {
      const { arguments: overridden = {} } = TOOL_DEFINITIONS.find(({ name }) => name === tool.name) ?? {};
      const names = tool.arguments.map(({ name }) => name);
      expect(Object.keys(overridden).filter((name) => !names.includes(name))).toEqual([]);
    });
  });
});
