/** The script of all pages. It sends their forms as JSON and shows the message of the response. */
export const APP_SCRIPT = `'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const show = (id, shown = true) => { byId(id).hidden = !shown; };
  const showMessage = (text) => {
    const message = byId('message');
    message.textContent = text;
    if (text) message.scrollIntoView({ block: 'nearest' });
  };
  /** Returns the response, or null after it has shown why the request failed. onError may handle an error instead. */
  const send = async (method, path, body, onError) => {
    const headers = body ? { 'Content-Type': 'application/json' } : {};
    try {
      const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
      const result = await response.json();
      if (result.success) return result;
      if (!onError?.(result)) showMessage(result.msg);
    } catch {
      showMessage('The server cannot be reached. Try again.');
    }
    return null;
  };
  const fields = (form) => Object.fromEntries(new FormData(form));
  const markField = (form) => ({ field }) => {
    const input = field && form.elements[field];
    if (input instanceof HTMLElement) {
      input.setAttribute('aria-invalid', 'true');
      setTimeout(() => input.focus());
    }
    return false;
  };
  const onSubmit = (id, work) => {
    const form = byId(id);
    form?.addEventListener('submit', async (event) => {
      event.preventDefault();
      showMessage('');
      for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
      const buttons = form.querySelectorAll('button');
      for (const button of buttons) button.disabled = true;
      await work(form, event.submitter);
      for (const button of buttons) button.disabled = false;
    });
  };
  const onClick = (selector, work) => {
    for (const button of document.querySelectorAll(selector)) {
      button.addEventListener('click', () => {
        showMessage('');
        return work(button);
      });
    }
  };
  const enable = (id, enabled) => {
    show(id, enabled);
    byId(id).disabled = !enabled;
  };
  const showRecoveryCodes = (codes) => {
    byId('recovery-codes').replaceChildren(...codes.map((code) => {
      const line = document.createElement('li');
      line.append(Object.assign(document.createElement('code'), { textContent: code }));
      return line;
    }));
    show('new-codes');
    byId('new-codes').focus();
  };

  onClick('#sign-out', async () => {
    if (await send('DELETE', '/app/session')) location.replace('/app/sign-in');
  });

  const views = {
    'sign-in': () => {
      const form = byId('sign-in');
      const account = form.elements.account_id;
      const offer = (accounts) => {
        account.replaceChildren(...accounts.map(({ id, name }) => new Option(name, id)));
        account.disabled = account.parentElement.hidden = accounts.length === 0;
        if (accounts.length > 0) account.focus();
      };
      for (const name of ['email', 'password']) form.elements[name].addEventListener('input', () => offer([]));
      const showSecondStep = (shown) => {
        show('credentials', !shown);
        enable('second-step', shown);
        show('start-again', shown);
      };
      const askForCode = (error) => {
        if (error.code !== 'two_factor_required') return markField(form)(error);
        showSecondStep(true);
        setTimeout(() => form.elements.code.focus());
        return true;
      };
      onClick('#start-again', () => {
        form.reset();
        offer([]);
        showSecondStep(false);
        form.elements.email.focus();
      });
      onSubmit('sign-in', async () => {
        const { account_id, ...credentials } = fields(form);
        const chosen = account_id ? { account_id: Number(account_id) } : {};
        const result = await send('POST', '/app/session', { ...credentials, ...chosen }, askForCode);
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
      const form = byId('new-key');
      const askForProof = () =>
        enable('proof', form.elements.role.value === 'admin' || form.elements.account_management.checked);
      if (form) {
        askForProof();
        form.addEventListener('change', askForProof);
      }
      onSubmit('new-key', async () => {
        const { sub_account_id, expires_on, allowed_ips, account_management, ...rest } = fields(form);
        const addresses = allowed_ips.split(/[\\s,]+/).filter(Boolean);
        const made = await send('POST', '/app/keys', {
          ...rest,
          sub_account_id: Number(sub_account_id),
          account_management: account_management === 'on',
          ...(expires_on ? { expires_on } : {}),
          ...(addresses.length > 0 ? { allowed_ips: addresses } : {}),
        }, markField(form));
        if (!made) return;
        byId('secret').textContent = made.key;
        show('made');
        form.reset();
        askForProof();
      });
      onClick('button[data-key]', async ({ dataset }) => {
        if (!confirm('Delete the key ' + dataset.name + '? Clients that use it stop working immediately.')) return;
        if (await send('DELETE', '/app/keys/' + dataset.key)) location.reload();
      });
    },
    security: () => {
      onSubmit('password', async (form) => {
        if (!(await send('PUT', '/app/password', fields(form), markField(form)))) return;
        form.reset();
        showMessage('Your password was changed. Your other sessions have ended.');
      });
      onSubmit('two-factor-start', async (form) => {
        const started = await send('POST', '/app/two_factor/start', fields(form), markField(form));
        if (!started) return;
        byId('qr-code').src = 'data:image/svg+xml,' + encodeURIComponent(started.qr_svg);
        byId('two-factor-secret').textContent = started.secret;
        show('two-factor-off', false);
        show('two-factor-setup');
        byId('two-factor-confirm').elements.code.focus();
      });
      onSubmit('two-factor-confirm', async (form) => {
        const { password } = fields(byId('two-factor-start'));
        const body = { ...fields(form), password };
        const confirmed = await send('POST', '/app/two_factor/confirm', body, markField(form));
        if (!confirmed) return;
        show('two-factor-setup', false);
        showRecoveryCodes(confirmed.recovery_codes);
      });
      onSubmit('two-factor-change', async (form, { value }) => {
        const changed = await send('POST', '/app/two_factor/' + value, fields(form), markField(form));
        if (!changed) return;
        form.reset();
        if (changed.recovery_codes) showRecoveryCodes(changed.recovery_codes);
        else location.reload();
      });
      onClick('button[data-session]', async ({ dataset }) => {
        if (await send('DELETE', '/app/sessions/' + dataset.session)) location.reload();
      });
      onClick('#end-sessions', async () => {
        if (!confirm('Sign out in every browser, also in this one?')) return;
        if (await send('DELETE', '/app/sessions')) location.replace('/app/sign-in');
      });
    },
    account: () => {
      for (const name of ['api_enabled', 'require_two_factor']) {
        onSubmit(name, async (form) => {
          const { value, question } = form.dataset;
          if (question && !confirm(question)) return;
          const body = { ...fields(form), [name]: value === 'true' };
          if (await send('PUT', '/app/account', body, markField(form))) location.reload();
        });
      }
    },
  };
  views[document.body.dataset.view]?.();
})();
`;
