import { SessionCookie } from './session-cookie';

describe('SessionCookie', () => {
  it('reads its own cookie among others', () => {
    expect(new SessionCookie(true).read('sid=bare; __Host-sid=good; x=1')).toBe('good');
    expect(new SessionCookie(false).read('sid=bare; __Host-sid=good')).toBe('bare');
  });

  it.each([[undefined], [''], ['__Host-sid='], ['x__Host-sid=a'], ['sid=a']])(
    'finds no token in the Cookie header %p',
    (header) => {
      expect(new SessionCookie(true).read(header)).toBeNull();
    },
  );
});
