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

/** The texts of a mail that invites a user. `{email}`, `{host}` and `{account}` are replaced. */
export interface InvitationMailTexts {
  subject: string;
  intro: string;
  /** Before the link. */
  link: string;
  validity: string;
  ignore: string;
}

export const INVITATION_MAIL_TEXTS: Readonly<Record<Language, InvitationMailTexts>> = {
  en: {
    subject: 'Your access to {host}',
    intro: 'An administrator of account {account} on {host} added {email} as a user.',
    link: 'Choose your password here. It also signs you in:',
    validity: 'The link works once and for 7 days. A new invitation ends it.',
    ignore:
      'If you do not expect this, ignore this mail. Without a password nobody can sign in with your address.',
  },
  fr: {
    subject: 'Votre accès à {host}',
    intro: 'Un administrateur du compte {account} sur {host} a ajouté {email} comme utilisateur.',
    link: 'Choisissez votre mot de passe ici. Vous serez connecté en même temps :',
    validity: 'Le lien fonctionne une seule fois, pendant 7 jours. Une nouvelle invitation l’annule.',
    ignore:
      'Si vous ne vous y attendez pas, ignorez ce message. Sans mot de passe, personne ne peut se connecter avec votre adresse.',
  },
  es: {
    subject: 'Su acceso a {host}',
    intro: 'Un administrador de la cuenta {account} en {host} ha añadido {email} como usuario.',
    link: 'Elija aquí su contraseña. Con ello también inicia sesión:',
    validity: 'El enlace funciona una sola vez, durante 7 días. Una nueva invitación lo anula.',
    ignore:
      'Si no lo esperaba, ignore este mensaje. Sin contraseña, nadie puede iniciar sesión con su dirección.',
  },
  pt: {
    subject: 'O seu acesso a {host}',
    intro: 'Um administrador da conta {account} em {host} adicionou {email} como utilizador.',
    link: 'Escolha aqui a sua palavra-passe. Com isso também inicia sessão:',
    validity: 'A ligação funciona uma só vez, durante 7 dias. Um novo convite anula-a.',
    ignore:
      'Se não estava à espera disto, ignore esta mensagem. Sem palavra-passe, ninguém pode iniciar sessão com o seu endereço.',
  },
  de: {
    subject: 'Ihr Zugang zu {host}',
    intro: 'Ein Administrator des Kontos {account} auf {host} hat {email} als Benutzer hinzugefügt.',
    link: 'Hier wählen Sie Ihr Passwort. Damit sind Sie auch angemeldet:',
    validity: 'Der Link funktioniert einmal und 7 Tage lang. Eine neue Einladung beendet ihn.',
    ignore:
      'Wenn Sie das nicht erwarten, ignorieren Sie diese E-Mail. Ohne Passwort kann sich niemand mit Ihrer Adresse anmelden.',
  },
  it: {
    subject: 'Il suo accesso a {host}',
    intro: 'Un amministratore dell’account {account} su {host} ha aggiunto {email} come utente.',
    link: 'Scelga qui la sua password. Con questo accede anche:',
    validity: 'Il link funziona una sola volta, per 7 giorni. Un nuovo invito lo annulla.',
    ignore:
      'Se non se lo aspetta, ignori questo messaggio. Senza password nessuno può accedere con il suo indirizzo.',
  },
};
