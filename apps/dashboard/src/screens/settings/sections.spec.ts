import type { Session } from '../../session/session';
import { closedTo, isSection, SECTION_GROUPS } from './sections';

type Rights = Pick<Session, 'main' | 'scopes' | 'user' | 'has_mailbox'>;

const admin: Rights = {
  main: true,
  scopes: ['reviews:write', 'webhooks:read', 'account:manage'],
  user: {
    id: 1,
    name: 'Ada Example',
    email: 'ada@example.com',
    role: 'admin',
    two_factor: false,
    language: null,
    time_zone: null,
  },
  has_mailbox: false,
};
const ALL = Object.values(SECTION_GROUPS).flat();

function openTo(rights: Rights): string[] {
  return ALL.filter((section) => closedTo(section, rights) === null);
}

describe('the sections of the settings', () => {
  it('are all open to an admin of the whole account, except the mailbox of a server that sends its mails', () => {
    expect(openTo(admin)).toEqual(ALL.filter((section) => section !== 'mailbox'));
    expect(closedTo('mailbox', admin)).toBe('no_mailbox');
    expect(closedTo('mailbox', { ...admin, has_mailbox: true })).toBeNull();
  });

  it('that concern the whole account are closed to an admin of single sub accounts', () => {
    const limited = { ...admin, main: false };
    expect(ALL.filter((section) => closedTo(section, limited) === 'whole_account')).toEqual([
      'white-label',
      'audit',
    ]);
  });

  it('that manage an account are closed to editors and users', () => {
    const editor: Rights = {
      ...admin,
      scopes: ['reviews:write', 'webhooks:read'],
      user: { ...admin.user, role: 'editor' },
    };
    expect(openTo(editor)).toEqual(['general', 'security', 'webhooks']);
    expect(closedTo('privacy', editor)).toBe('admins');
    expect(closedTo('webhooks', { ...editor, scopes: [] })).toBe('role');
  });

  it('are told from other addresses', () => {
    expect(isSection('audit')).toBe(true);
    expect(isSection('toString')).toBe(false);
  });
});
