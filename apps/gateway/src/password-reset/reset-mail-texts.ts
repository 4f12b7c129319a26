import type { Language } from '../users/languages';

/** The texts of a mail with links for a new password. `{email}` and `{host}` are replaced. */
export interface ResetMailTexts {
  subject: string;
  intro: string;
  /** Before the only link. */
  link: string;
  /** Before several links. */
  links: string;
  /** Before each of several links. `{account}` and `{since}` are replaced. */
  account: string;
  validity: string;
  ignore: string;
}

export const RESET_MAIL_TEXTS: Readonly<Record<Language, ResetMailTexts>> = {
  en: {
    subject: 'A new password for {host}',
    intro: 'Somebody asked for a new password for {email} on {host}.',
    link: 'Choose it here:',
    links: 'This address belongs to several accounts. Each link changes the password of one of them:',
    account: 'Account {account}, yours since {since}:',
    validity: 'A link works once and for 60 minutes. A new request ends it.',
    ignore: 'If you did not ask for it, ignore this mail. Your password stays as it is.',
  },
  fr: {
    subject: 'Un nouveau mot de passe pour {host}',
    intro: 'Un nouveau mot de passe a été demandé pour {email} sur {host}.',
    link: 'Choisissez-le ici :',
    links: 'Cette adresse appartient à plusieurs comptes. Chaque lien change le mot de passe de l’un d’eux :',
    account: 'Compte {account}, le vôtre depuis le {since} :',
    validity: 'Un lien fonctionne une seule fois, pendant 60 minutes. Une nouvelle demande l’annule.',
    ignore: 'Si vous ne l’avez pas demandé, ignorez ce message. Votre mot de passe ne change pas.',
  },
  es: {
    subject: 'Una contraseña nueva para {host}',
    intro: 'Se ha pedido una contraseña nueva para {email} en {host}.',
    link: 'Elíjala aquí:',
    links: 'Esta dirección pertenece a varias cuentas. Cada enlace cambia la contraseña de una de ellas:',
    account: 'Cuenta {account}, suya desde el {since}:',
    validity: 'Un enlace funciona una sola vez, durante 60 minutos. Una nueva solicitud lo anula.',
    ignore: 'Si no la ha pedido, ignore este mensaje. Su contraseña no cambia.',
  },
  pt: {
    subject: 'Uma nova palavra-passe para {host}',
    intro: 'Foi pedida uma nova palavra-passe para {email} em {host}.',
    link: 'Escolha-a aqui:',
    links: 'Este endereço pertence a várias contas. Cada ligação altera a palavra-passe de uma delas:',
    account: 'Conta {account}, sua desde {since}:',
    validity: 'Uma ligação funciona uma só vez, durante 60 minutos. Um novo pedido anula-a.',
    ignore: 'Se não a pediu, ignore esta mensagem. A sua palavra-passe não muda.',
  },
  de: {
    subject: 'Ein neues Passwort für {host}',
    intro: 'Für {email} wurde auf {host} ein neues Passwort angefordert.',
    link: 'Hier können Sie es wählen:',
    links: 'Diese Adresse gehört zu mehreren Konten. Jeder Link ändert das Passwort eines dieser Konten:',
    account: 'Konto {account}, Ihres seit {since}:',
    validity: 'Ein Link funktioniert einmal und 60 Minuten lang. Eine neue Anforderung beendet ihn.',
    ignore:
      'Wenn Sie es nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
  },
  it: {
    subject: 'Una nuova password per {host}',
    intro: 'È stata richiesta una nuova password per {email} su {host}.',
    link: 'La scelga qui:',
    links: 'Questo indirizzo appartiene a più account. Ogni link cambia la password di uno di essi:',
    account: 'Account {account}, suo dal {since}:',
    validity: 'Un link funziona una sola volta, per 60 minuti. Una nuova richiesta lo annulla.',
    ignore: 'Se non l’ha richiesta, ignori questo messaggio. La sua password non cambia.',
  },
};
