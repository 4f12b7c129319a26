/**
 * The headings under which files hold what is known of a person, in the languages of the dashboard. They are those that shops, address
 * books, booking systems and newsletters write. Case, accents, signs and words such as "customer" do not matter.
 */
function headings(text: string): string[] {
  return text.split(/[,\n]/).map((heading) => heading.trim());
}

/** What tells how a person is reached. A file can have all three, and the first one is preferred. */
export const RECIPIENT_FIELDS = [
  {
    name: 'email',
    headings: headings(`recipient, empfanger, empfaenger, destinataire, destinatario,
      email, mail, emails, email address, mail address, email id, email adresse, emailadresse, mailadresse, adresse email, adresse mail,
      adresse de messagerie, adresse electronique, adresse courriel, courriel, mel, correo, correo electronico, direccion de correo,
      direccion de correo electronico, direccion email, posta elettronica, indirizzo email, indirizzo mail, indirizzo posta elettronica,
      indirizzo di posta elettronica, endereco de email, endereco email, endereco eletronico, correio eletronico, correio electronico,
      endereco de correio eletronico, endereco de correio electronico`),
  },
  {
    name: 'mobile',
    headings:
      headings(`mobile, mobile phone, mobile number, mobile phone number, mobile no, cell, cell phone, cellphone, cell number,
      sms, whatsapp, text reminder number, mobil, mobiltelefon, mobilnummer, mobilfunk, mobilfunknummer, mobilrufnummer, handy, handynummer,
      telefon mobil, tel mobil, portable, telephone portable, tel portable, numero de portable, numero de mobile, mobile telephone,
      telephone mobile, tel mobile, movil, telefono movil, numero de movil, celular, telefono celular, numero de celular, cellulare,
      telefono cellulare, numero di cellulare, numero cellulare, telefono mobile, telemovel, numero de telemovel, telefone celular,
      telefone movel`),
  },
  {
    name: 'phone',
    headings:
      headings(`phone, phone number, phone no, phones, telephone, telephone number, tel, tel no, tel nr, work phone,
      business phone, default address phone, telefon, telefonnummer, rufnummer, festnetz, festnetznummer,
      telefon geschaftlich, telefon dienstlich, numero de telephone, numero tel, no de telephone, telephone fixe, tel fixe, telephone bureau, telefono,
      numero de telefono, telefono fijo, telefono trabajo, numero di telefono, numero telefono, telefono fisso, telefono ufficio,
      telefone, numero de telefone, telefone fixo, telefone trabalho`),
  },
] as const;

export const NAME_FIELDS = [
  {
    name: 'last_first',
    headings:
      headings(`last name first name, lastname firstname, surname first name, surname name, name vorname, nachname vorname,
      nach und vorname, familienname vorname, nom prenom, nom et prenom, nom prenoms, apellidos nombre, apellido nombre,
      apellidos y nombre, apellido y nombre, cognome nome, cognome e nome, apelido nome, sobrenome nome, apelido e nome`),
  },
  {
    name: 'name',
    headings:
      headings(`full name, fullname, display name, first and last name, first name last name, vollstandiger name, voller name,
      anzeigename, vor und nachname, vorname nachname, vorname und nachname, vorname name, nom complet, prenom nom, prenom et nom,
      nombre completo, nombre y apellidos, nombre y apellido, nombre apellidos, nome completo, nome e cognome, nome cognome,
      nome e sobrenome, nome e apelido, nome sobrenome, customer, guest, client, contact, contact person, invitee, attendee, patient,
      kunde, kundin, kundenname, gast, gastname, ansprechpartner, teilnehmer, cliente, huesped, paciente, ospite, paziente, hospede`),
  },
  {
    name: 'first_name',
    headings:
      headings(`first name, firstname, given name, givenname, forename, fname, vorname, vornamen, prenom, prenoms,
      nombre de pila, primer nombre, nombres, primo nome, nome proprio, primeiro nome, nome de batismo`),
  },
  {
    name: 'last_name',
    headings:
      headings(`last name, lastname, surname, family name, familyname, lname, nachname, nachnamen, familienname, zuname,
      nom de famille, apellido, apellidos, primer apellido, cognome, cognomi, apelido, apelidos, sobrenome, sobrenomes, ultimo nome`),
  },
  /** The whole name, or beside one of its parts the other part: `Prénom;Nom`, `Nombre,Apellidos`. */
  { name: 'bare_name', headings: headings('name, nom, nombre, nome') },
] as const;

export const REQUEST_FIELDS = [
  {
    name: 'reference',
    headings:
      headings(`reference, reference id, ref, order, order id, orderid, order number, order no, order name, booking, booking id,
      booking number, booking reference, reservation, reservation id, reservation number, confirmation code, confirmation number, invoice,
      invoice id, invoice number, transaction id, appointment id, id, referenz, bestellung, bestellnummer, auftrag,
      auftragsnummer, buchung, buchungsnummer, reservierung, reservierungsnummer, rechnung, rechnungsnummer, commande,
      numero de commande, no de commande, numero de reservation, facture, numero de facture, pedido, numero de pedido, reserva,
      numero de reserva, factura, numero de factura, referencia, ordine, numero ordine, numero d ordine, prenotazione,
      numero prenotazione, fattura, numero fattura, riferimento, encomenda, numero da encomenda, fatura, numero da fatura`),
  },
  {
    name: 'schedule',
    headings:
      headings(`schedule, send at, send on, send date, versand, versand am, versanddatum, senden am, envoi, date d envoi,
      envoyer le, envio, fecha de envio, enviar el, data de envio, enviar em, invio, data di invio, data invio`),
  },
  {
    name: 'country',
    headings:
      headings(`country, country code, country iso, land, landercode, landerkennzeichen, landerkurzel, pays, code pays, pais,
      codigo de pais, codigo pais, codigo do pais, paese, nazione, codice paese`),
  },
  {
    name: 'timezone',
    headings: headings(
      `timezone, time zone, zeitzone, fuseau horaire, zona horaria, huso horario, fuso orario, zona oraria, fuso horario`,
    ),
  },
] as const;
