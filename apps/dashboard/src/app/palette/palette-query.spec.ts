import { nextOption } from './next-option';
import { matches, readPaletteText } from './palette-query';
import { pageInAccount } from './page-in-account';

describe('readPaletteText', () => {
  it.each([
    ['seeb', { kind: 'all', text: 'seeb' }],
    ['> con', { kind: 'actions', text: 'con' }],
    ['@seeb', { kind: 'accounts', text: 'seeb' }],
    [' #noise', { kind: 'tags', text: 'noise' }],
    ['', { kind: 'all', text: '' }],
  ])('reads %j', (typed, query) => {
    expect(readPaletteText(typed)).toEqual(query);
  });
});

describe('matches', () => {
  it.each([
    ['Grünmarkt Foods', 'grun', true],
    ['Bellamy & Frost Opticians', 'fro op', true],
    ['Seeblick Hotels', 'blick', false],
    ['Seeblick Hotels', '', true],
  ])('%s and %j: %s', (name, text, expected) => {
    expect(matches(name, text)).toBe(expected);
  });
});

describe('nextOption', () => {
  it('goes around at both ends and begins with the first', () => {
    const options = ['a', 'b', 'c'];
    expect(nextOption(options, 'c', 1)).toBe('a');
    expect(nextOption(options, 'a', -1)).toBe('c');
    expect(nextOption(options, undefined, 1)).toBe('a');
    expect(nextOption([], undefined, 1)).toBeUndefined();
  });
});

describe('pageInAccount', () => {
  it.each([
    ['/2/inbox', '/7/inbox'],
    ['/2', '/7'],
    ['/2/channels/41', '/7/channels'],
    ['/2/settings/webhooks', '/7/settings/webhooks'],
    ['/2/invitations/profiles/3', '/7/invitations'],
    ['/2/widgets/new', '/7/widgets/new'],
  ])('leads from %s to %s', (path, target) => {
    expect(pageInAccount(path, 7)).toBe(target);
  });
});
