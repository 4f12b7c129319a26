import type { Language } from '../../settings/languages';

/**
 * What people write to get no more messages, in one language: without case, accents and apostrophes, separated by commas. `*` stands
 * for each word of `messages`.
 */
interface Vocabulary {
  /** Requests that leave no doubt, whatever else is in the message. */
  plain: string;
  /** Words that mean nothing but this. */
  clear: string;
  /** Words that mean it beside words of `around`. */
  bare: string;
  /** Words that mean it alone or with words of courtesy, because they are common in other sentences. */
  weak: string;
  /** Words of courtesy, and reasons. */
  polite: string;
  messages: string;
  /** Words that may stand beside a request and do not change its meaning. Negations are not in this list. */
  around: string;
  /** Words that allow messages again, as the whole message. */
  start: string;
}

/**
 * STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE and OPTOUT of Twilio and CTIA, ARRET, OPT-OUT, REMOVE and TD of Amazon,
 * ARRETT and ARRETE of Twilio Proxy, BAJA and ALTA of Spanish, SAIR and PARAR of Portuguese-speaking networks.
 */
export const VOCABULARIES: Readonly<Record<Language, Vocabulary>> = {
  en: {
    plain: `stop texting me, stop txting me, stop messaging me, stop contacting me, stop sending me, stop writing me, stop writing to me,
      stop calling me, stop spamming me, stop emailing me, stop bothering me, stop harassing me, stop annoying me, quit texting me, quit messaging me, quit sending me,
      do not text me, do not message me, do not contact me, do not send me, do not write me, do not write to me,
      dont text me, dont message me, dont contact me, dont send me, dont write me, dont write to me,
      never text me, never contact me, never message me, leave me alone, take me off your list, take me off the list, take me off this list,
      remove me from your, remove me from the, remove me from this, remove my number, delete my number, lose my number,
      no longer wish to receive, no longer want to receive, do not want to receive, dont want to receive, do not wish to receive, dont wish to receive`,
    clear: `unsubscribe, unsubscribed, unsub, unsuscribe, unsubcribe, opt out, optout, opting out, opt me out, stopall, stop all, remove me,
      take me off, no more *, dont want any more *, dont want any *, dont want more *, dont want these *, dont want your *,
      do not want any more *, do not want any *, do not want these *, do not want your *, do not contact, do not text, do not disturb,
      dont contact, dont text, dont message, no longer want, i want out, fuck off, piss off, go away, get lost,
      cancel *, cancel my *, cancel these *, cancel all *, end *, end these *, end all *, quit *, stop2end, stop to end`,
    bare: 'stop, stopp, sotp, stpo, quit it, revoke',
    weak: 'no more, end, quit, cancel, cancel all, remove, td, delete, halt, enough',
    polite: `please, pls, plz, plse, kindly, thanks, thanks a lot, many thanks, thank you, thank you very much, thankyou, thank u, thx, tks, ty, cheers, now, immediately, asap, today,
      right now, right away, at once, hi, hello, hey, dear, ok, okay, sorry, sir, madam, team, regards, bye, goodbye, not interested,
      im not interested, no thanks, no thank you, wrong number, wrong person, you have the wrong number, who is this, i mean it, never signed up,
      did not sign up, didnt sign up, never subscribed, did not ask for this, didnt ask for this`,
    messages: `sms, mms, text, texts, txt, txts, marketing, message, messages, msg, msgs, notification, notifications, alert, alerts, reminder, reminders,
      email, emails, mails, spam, ads, promotions, subscription, communications, surveys, review requests`,
    around: `i, we, me, us, my, want, wanna, wish, would, id, like, need, you, u, can, could, will, to, from, of, at, the, a, all, any,
      anymore, any more, again, ever, this, these, those, that, your, it, just, already, said, told, asked, texting, txting,
      messaging, sending, send, writing, contacting, contact, calling, spamming, mailing, emailing, reaching out, bothering, and, have, how do i, how can i, how to, reply, consent, is, receive,
      receiving, getting, number, phone, cell, mobile, list, lists, service, whatsapp, damn, fucking`,
    start: 'start, unstop, yes, subscribe, opt in, optin, resume, restart, continue',
  },
  fr: {
    plain: `arretez de menvoyer, arrete de menvoyer, arreter de menvoyer, arretez de mecrire, arrete de mecrire, arretez de me contacter,
      arretez de me solliciter, ne menvoyez plus, ne menvoie plus, ne mecrivez plus, ne mecris plus, ne me contactez plus,
      merci de ne plus menvoyer, merci de ne plus mecrire, merci de ne plus me, ne plus menvoyer, effacez mon numero, retirez mon numero, ne plus me contacter, laissez moi tranquille, retirez moi de, supprimez mon numero,
      supprimer mon numero, je ne veux plus recevoir, je ne souhaite plus recevoir, ne veux plus recevoir, ne souhaite plus recevoir`,
    clear: `desabonner, desabonnement, desabonnez moi, desabonne moi, me desabonner, se desabonner, desabonne, desinscrire, desinscription,
      desinscrivez moi, me desinscrire, se desinscrire, plus de *, plus aucun *, ne plus recevoir, retirez moi, me retirer, supprimez moi, effacez moi, stop pub, stopsms, stoppub`,
    bare: 'stop, arret, arrett, arrete, arretez, arreter, darreter, arretes, cessez, cesser',
    weak: 'resilier, resiliation, fin, annuler, annulez, supprimer, supprimez, retirer, terminer, quitter, refus',
    polite: `veuillez, priere de, sil vous plait, s il vous plait, svp, sil te plait, s il te plait, stp, merci, merci beaucoup, merci davance, bonjour,
      bonsoir, salut, cordialement, maintenant, immediatement, tout de suite, daccord, desole, madame, monsieur, pas interesse,
      pas interessee, mauvais numero, non merci, au revoir`,
    messages:
      'sms, texto, textos, message, messages, mail, mails, pub, pubs, publicite, publicites, notifications, envois, relances',
    around: `je, j, moi, me, veux, voudrais, souhaite, demande, vous, de, des, du, les, la, le, l, ces, vos, votre, mes, mon, ma, a, au,
      tout, tous, toutes, envoyer, envoi, menvoyer, mecrire, ecrire, contacter, me contacter, recevoir, liste, numero, numeros, telephone,
      deja, dit, et, comment`,
    start: 'oui, commencer, reprendre, demarrer, reabonner, reabonnement, debut',
  },
  es: {
    plain: `dejen de enviarme, deje de enviarme, deja de enviarme, dejen de mandarme, deje de mandarme, deja de mandarme,
      dejen de escribirme, deje de escribirme, deja de escribirme, dejen de molestar, deje de molestar, no me envien, no me envie,
      no me manden, no me mande, no me escriban, no me escriba, no me contacten, no me contacte, no me molesten,
      dejenme en paz, dejeme en paz, quitenme de, eliminen mi numero, borren mi numero, no quiero recibir, no deseo recibir,
      ya no quiero recibir, no quiero que me escriban, no quiero que me envien, no quiero que me manden, no quiero que me contacten`,
    clear: `darme de baja, dar de baja, deme de baja, denme de baja, dame de baja, darse de baja, date de baja, dar baja, solicito la baja, solicito baja,
      pido la baja, quiero la baja, de baja, dado de baja, desuscribir,
      desuscribirme, desuscribirse, desuscribete, cancelar suscripcion, cancelar la suscripcion, cancelar mi suscripcion, anular suscripcion,
      anular la suscripcion, eliminar mi numero, borrar mi numero, eliminenme, eliminame, borrenme, borrame, borrarme, saquenme, sacame, quitenme,
      quitame, quitarme, cancelar *,
      no mas *, basta de *, no quiero mas *, no quiero sus *, no enviar mas, no molestar, no enviar`,
    bare: 'stop, parar, paren, dejen de enviar, deje de enviar, deja de enviar, dejen de mandar, deje de mandar, deja de mandar, detener, detengan, detenganse, detente, no mas, ya no mas, no quiero mas',
    weak: `baja, basta, alto, pare, para, cancelar, cancela, cancelen, anular, salir, eliminar, borrar, fin, finalizar, terminar, no acepto`,
    polite: `por favor, porfavor, porfa, favor, pf, gracias, muchas gracias, hola, buenos dias, buenas tardes, buenas, ya, ahora,
      ahora mismo, inmediatamente, saludos, adios, vale, perdon, no gracias, no me interesa, no estoy interesado, no estoy interesada,
      numero equivocado, senores`,
    messages:
      'sms, mensaje, mensajes, texto, textos, correos, publicidad, promociones, notificaciones, avisos, spam',
    around: `yo, me, mi, mis, quiero, deseo, quisiera, solicito, pido, de, del, la, las, los, el, su, sus, este, esta, estos, estas,
      esto, todo, todos, todas, enviar, enviarme, envio, enviando, mandar, mandarme, mandando, escribir, escribirme, recibir, lista,
      numero, telefono, celular, con, en, a, y, mas, que, como`,
    start: 'si, alta, iniciar, inicio, empezar, comenzar, reanudar, suscribir, suscribirme, activar',
  },
  pt: {
    plain: `para de me mandar, pare de me mandar, parem de me mandar, para de me enviar, pare de me enviar, parem de me enviar,
      para de mandar, pare de mandar, parem de mandar, pare de enviar, parem de enviar, parem de me contactar, nao me mande,
      nao me mandem, nao me envie, nao me enviem, nao me contacte, nao me contactem, nao enviem mais,
      nao envie mais, nao mande mais, nao mandem mais, me tira da, me tira dessa, me tirem da, me remova da, me removam da, me remove da,
      me deixe em paz, me deixem em paz, deixem me em paz, exclui meu numero, apaguem o meu numero, nao quero receber,
      nao quero mais receber, nao desejo receber, nao desejo mais receber`,
    clear: `descadastrar, descadastre, descadastro, me descadastre, descadastrar me, desinscrever, desinscrever me, cancelar inscricao,
      cancelar subscricao, cancelar assinatura, cancelar *, nao quero mais *, nao quero *, nao enviar mais, quero sair, sair da lista,
      remover da lista, remover meu numero, remover o meu numero, remova meu numero, remova o meu numero, sem mais *, chega de *,
      me remova, me removam, remova me, me tira, me tirem`,
    bare: 'stop, parar, parem, nao quero mais',
    weak: 'sair, para, pare, basta, chega, cancelar, cancela, cancele, remover, retirar, desativar, fim, encerrar, anular, excluir',
    polite: `por favor, porfavor, pfv, pf, fvr, se faz favor, sff, obrigado, obrigada, muito obrigado, muito obrigada, obg, grato, ola, oi,
      bom dia, boa tarde, boa noite, ja, agora, imediatamente, tchau, desculpe, nao obrigado, nao obrigada, nao tenho interesse,
      sem interesse, numero errado`,
    messages: `sms, mensagem, mensagens, msg, msgs, mensagens de texto, torpedo, torpedos, emails, propaganda, propagandas, publicidade,
      promocoes, notificacoes, avisos, spam`,
    around: `eu, me, meu, minha, quero, gostaria, desejo, solicito, peco, de, da, das, dos, a, o, os, as, este, esta, estes, estas,
      esse, essa, esses, essas, isso, isto, tudo, todas, todos, mandar, enviar, envio, envios, receber, contato, contacto, lista, numero,
      telefone, celular, que, como, mais`,
    start: 'sim, iniciar, inicio, comecar, entrar, voltar, retomar, ativar, assinar, inscrever',
  },
  de: {
    plain: `horen sie auf mir, hoeren sie auf mir, hor auf mir, hoer auf mir, hort auf mir, hoert auf mir, schreiben sie mir nicht mehr,
      schreibt mir nicht mehr, schreib mir nicht mehr, lassen sie mich in ruhe, lasst mich in ruhe, lass mich in ruhe,
      loschen sie meine nummer, loeschen sie meine nummer, streichen sie mich, entfernen sie mich, entfernt mich, entferne mich, nehmen sie mich aus, nehmt mich aus`,
    clear: `abmelden, abmeldung, melden sie mich ab, abbestellen, abbestellung, austragen, widerruf, widerrufen, widerspruch, widerspreche,
      lass das, lasst das, lassen sie das, nicht mehr senden, nicht mehr schicken, meine daten loschen, meine daten loeschen,
      loschen sie meine daten, loeschen sie meine daten,
      keine * mehr, keine weiteren *, keine weitere *, mochte keine *, moechte keine *, will keine *, mir keine *, kontaktieren sie mich nicht, nicht mehr schreiben, nicht mehr anschreiben, nicht mehr kontaktieren,
      nummer loschen, nummer loeschen, meine nummer loschen, meine nummer loeschen`,
    bare: 'stop, stopp, stoppen, stoppt, stoppe, stoppen sie, aufhoren, aufhoeren, horen sie auf, hoeren sie auf, hor auf, hoer auf, hort auf, hoert auf',
    weak: 'keine *, ende, beenden, abbrechen, abbruch, schluss, halt, loschen, loeschen, kundigen, kuendigen, kundigung, entfernen, ablehnen, raus',
    polite: `bitte, bitte sehr, danke, danke schon, danke schoen, dankeschon, vielen dank, besten dank, jetzt, sofort, umgehend, hallo,
      guten tag, guten morgen, moin, servus, ok, tschuss, tschuess, gruss, grusse, gruesse, mit freundlichen grussen, mfg, lg, vg,
      viele grusse, kein interesse, nein danke, falsche nummer, kein bedarf`,
    messages: `sms, nachricht, nachrichten, werbung, werbesms, mitteilung, mitteilungen, mails, emails, anfragen, textnachrichten,
      benachrichtigungen, erinnerungen`,
    around: `ich, mich, mir, mochte, moechte, will, wurde, wuerde, gerne, gern, sie, ihr, die, diese, dieser, dieses, den, dem, das, der,
      ihre, ihren, eure, meine, nummer, telefonnummer, handynummer, senden, sendet, schicken, schickt, schick, schreiben, zu, an, von, vom, aus, auf, mit, alle,
      alles, allem, weitere, erhalten, bekommen, liste, verteiler, damit, anzuschreiben, anzurufen, zuzusenden, whatsapp, mehr, ihnen, euch, wie, kann, und`,
    start: 'ja, starten, anmelden, anmeldung, weiter, fortsetzen, beginnen',
  },
  it: {
    plain: `smettete di scrivermi, smettete di mandarmi, smettete di inviarmi, smetta di scrivermi, smettetela di scrivermi,
      smettila di scrivermi, non scrivetemi, non scrivermi, non mi scrivete, non mi scriva, non mandatemi, non mandarmi, non inviatemi,
      non inviarmi, non mi mandate, non mi inviate, non contattatemi, non contattarmi, non mi contattate, lasciatemi in pace,
      toglietemi da, toglietemi dalla, rimuovetemi da, rimuovetemi dalla, cancellate il mio numero, cancella il mio numero, rimuovete il mio numero, rimuovi il mio numero, non voglio ricevere,
      non voglio piu ricevere, non desidero ricevere, non desidero piu ricevere`,
    clear: `disiscrivi, disiscrivere, disiscrivimi, disiscrivetemi, disiscrivermi, disiscrivimento, disiscrizione, cancellami,
      cancellatemi, cancellarmi, cancella iscrizione, annulla iscrizione, rimuovetemi, rimuovimi, rimuovermi, toglietemi, toglimi, togliermi,
      non mandate piu, non mandare piu, non inviate piu, non inviare piu, revoca consenso, revoco il consenso, revoco,
      niente piu *, niente *, basta *, basta con *, mai piu *, non voglio piu *, non voglio *, nessun altro *`,
    bare: 'stop, smettere, smettete, smettetela, smettila, smetta, interrompere, interrompete, interrompi',
    weak: `disdetta, disdire, annulla, annullare, cancella, cancellare, basta, esci, uscire, rimuovi, rimuovere, disattiva, disattivare, elimina,
      eliminare, termina, ferma, fermati, fermate, fermatevi, revoca`,
    polite: `per favore, perfavore, per piacere, pf, grazie, grazie mille, molte grazie, ciao, salve, buongiorno, buonasera, ora, adesso,
      subito, immediatamente, saluti, cordiali saluti, scusate, no grazie, non mi interessa, non interessa, non sono interessato,
      non sono interessata, numero sbagliato`,
    messages: `sms, messaggio, messaggi, messaggini, testi, pubblicita, promozioni, notifiche, avvisi, mail, email, spam`,
    around: `io, mi, me, voglio, vorrei, desidero, chiedo, di, a, ad, i, gli, le, il, lo, la, questi, queste, questo, vostri, vostre, suoi,
      tutti, tutto, tutte, inviarmi, inviare, invio, mandarmi, mandare, scrivermi, scrivere, contattarmi, ricevere, lista, da, dalla,
      dalle, dai, mio, mia, numero, telefono, cellulare, con, e, come, piu`,
    start: 'si, avvia, avviare, inizia, iniziare, riprendi, riprendere, iscrivi, iscrivimi, attiva, continua',
  },
};
