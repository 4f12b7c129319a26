/** The script of all pages. It sends their forms as JSON and shows the message of the response. */
export const APP_SCRIPT = `'use strict';
(() => {
  const showMessage = (text) => { document.getElementById('message').textContent = text; };
  const send = async (method, path, body) => {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    try {
      const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
      const result = await response.json();
      if (result.success) return result;
      showMessage(result.msg);
    } catch {
      showMessage('The server cannot be reached. Try again.');
    }
    return null;
  };
  const fields = (form) => Object.fromEntries(new FormData(form));
  const onSubmit = (id, work) => {
    const form = document.getElementById(id);
    form?.addEventListener('submit', async (event) => {
      event.preventDefault();
      showMessage('');
      const button = form.querySelector('button');
      button.disabled = true;
      await work(form);
      button.disabled = false;
    });
  };

  const views = {
    'sign-in': () => {
      const account = document.querySelector('[name=account_id]');
      const offer = (accounts) => {
        account.replaceChildren(...accounts.map(({ id, name }) => new Option(name, id)));
        account.disabled = account.parentElement.hidden = accounts.length === 0;
        if (accounts.length > 0) account.focus();
      };
      for (const name of ['email', 'password'])
        document.querySelector('[name=' + name + ']').addEventListener('input', () => offer([]));
      onSubmit('sign-in', async (form) => {
        const { email, password, account_id } = fields(form);
        const chosen = account_id ? { account_id: Number(account_id) } : {};
        const result = await send('POST', '/app/session', { email, password, ...chosen });
        if (result?.accounts) {
          offer(result.accounts);
          showMessage('You have a user in several accounts. Choose one and sign in.');
        } else if (result) location.replace('/app/keys');
      });
    },
    once: () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
      history.replaceState(null, '', location.pathname);
      onSubmit('confirm', async () => {
        if (await send('POST', '/app/session/once', { token })) location.replace('/app/keys');
        else document.getElementById('other-way').hidden = false;
      });
    },
    keys: () => {
      document.getElementById('sign-out').addEventListener('click', async () => {
        if (await send('DELETE', '/app/session')) location.replace('/app/sign-in');
      });
      onSubmit('new-key', async (form) => {
        const { name, role, sub_account_id, expires_on, account_management } = fields(form);
        const made = await send('POST', '/app/keys', {
          name,
          role,
          sub_account_id: Number(sub_account_id),
          account_management: account_management === 'on',
          ...(expires_on ? { expires_on } : {}),
        });
        if (!made) return;
        document.getElementById('secret').textContent = made.key;
        document.getElementById('made').hidden = false;
        form.reset();
      });
      for (const button of document.querySelectorAll('button[data-key]')) {
        button.addEventListener('click', async () => {
          if (!confirm('Delete the key ' + button.dataset.name + '? Clients that use it stop working immediately.')) return;
          if (await send('DELETE', '/app/keys/' + button.dataset.key)) location.reload();
        });
      }
    },
  };
  views[document.body.dataset.view]?.();
})();
`;
