import { openApiDocument, type SchemaObject } from '@plaudit/runtime';
import { invitationsService } from '../../service';
import type { Fields, Setting } from './setting-field';
import { SETTING_FIELDS } from './setting-fields';

function descriptionsIn(fields: Fields): string[] {
  return Object.values<Setting>(fields).flatMap((setting) => [
    setting.description,
    ...(setting.kind === 'field' ? [] : descriptionsIn(setting.fields)),
  ]);
}

describe('withInviteSettings', () => {
  it('describes every setting of requests and responses', async () => {
    const { components } = await openApiDocument(invitationsService);
    const complete = components.schemas['InviteSettings'] as SchemaObject;
    const partial = components.schemas['InviteSettingsInput'] as SchemaObject;
    expect(complete.required).toEqual(Object.keys(SETTING_FIELDS));
    expect(Object.keys(partial.properties ?? {})).toEqual(Object.keys(SETTING_FIELDS));
    expect(partial).toMatchObject({ additionalProperties: false });
    for (const owner of ['InviteSettingsProfile', 'AddedInviteSettings']) {
      expect((components.schemas[owner] as SchemaObject).properties?.settings).toMatchObject({
        $ref: '#/components/schemas/InviteSettings',
      });
    }
    for (const owner of ['InviteSettingsAddInput', 'InviteSettingsUpdateInput']) {
      expect((components.schemas[owner] as SchemaObject).properties?.settings).toMatchObject({
        $ref: '#/components/schemas/InviteSettingsInput',
      });
    }
  });

  it('describes each setting in sentences', () => {
    for (const description of descriptionsIn(SETTING_FIELDS)) expect(description).toMatch(/^[A-Z].*\.$/);
  });
});
