/**
 * What a text says. `auth`, `relay` and `sender` are the faults of the operator. `paused`: the mailbox exists and takes no mail for a
 * while. `undelivered`: the mail could not be handed over, for reasons of the network or of a server.
 */
export type ReplyMeaning =
  'gone' | 'full' | 'policy' | 'later' | 'auth' | 'relay' | 'sender' | 'paused' | 'undelivered';

/** Phrases of servers that make no further attempt. */
export const GAVE_UP = [
  /not going to try again|giving up|in the queue too long|deleted from queue/,
  /(?:message|envelope|delivery|time) (?:has )?expired|retry timeout exceeded|failing for a long time/,
  /multiple retries|failed \d+ attempts|unable to deliver this message after|was not delivered within/,
  /could not (?:be delivered|deliver) for/,
];

/** Words for the owner of a mailbox, in the languages of the servers that do not answer in English only. An address may be that of a host. */
const PERSON = [
  '(?:user|recipient|mail ?box|mail-box|account|inbox|addressee|alias|person|subscriber|customer|member|userid|maildrop)s?',
  '(?<!\\b(?:ip|your|from|host|client|source|return|reply-?to|bounce|sender|sending) (?:e-?mail )?)address(?:es)?',
  'destinat[aá]?ri\\w*|destinataire|utilisateur|usu[aá]rio|utente|benutzer|empf(?:ä|ae)nger(?:adresse)?|postfach|adresse|indirizzo|compte|cuenta|conta|casella|buz[oó]n|caixa|bo[iî]te|konto|direcci[oó]n|endere[cç]o',
].join('|');

/** What is said of an address that does not exist or is closed for good. */
const MISSING = [
  "(?:un|not )recogni[sz]ed|unknown|(?:not|un)known|(?:not|\\w{2,5}n't) (?:been |be )?(?:exist|found|locate|present)|cannot be found|non-?existent|no longer|not present",
  '(?:is|are|was|a|been|and|or|address|:|\\)) (?:currently |permanently )?(?:invalid|illegal|disabled|deactivated|inactive|closed|deleted)',
  '(?:is|are|was|been|has) (?:discontinued|terminated|removed|invalid)|undeliverable|account closed',
  'not (?:a |an )?(?:valid|local|active|listed|registered|recogni[sz]ed|known)',
  "inconnue?\\b|n'existe pas|desconocid|desconhecid|no existe|n[aã]o existe|n(?:o|[aã]o) (?:fu[eé] |foi )?encontrad|non (?:[eè] stat[oa] )?trovat|d[eé]sac?tiv[aé]|disattivat|introuvable|ine[sx]ist|sconosciut|non esiste",
  'unbekannt|existiert nicht|nicht (?:bekannt|gefunden|vorhanden)|ung(?:ü|ue)ltig|invalide\\b|non valid',
].join('|');

/** Up to so many characters of one sentence. */
const NEAR = '(?:[^.;]|\\.(?! )){0,50}';

/** A sentence about the sender in the languages of servers that do not answer in English only. */
const SENDER_ELSEWHERE = new RegExp(
  `(?:absender|exp[eé]diteur|[eé]metteur|remitente|remetente|mittente)${NEAR}(?:${MISSING}|abgelehnt|verweigert|refus|rejet|rechazad|rejeitad|rifiutat)`,
);

/** A sentence about a person and a word that denies them, in either order. */
const NO_SUCH_PERSON = [
  new RegExp(
    `(?<!from )\\b(?:unknown|no such|non-?existent|invalid|illegal|inactive|disabled|deactivated|unbekannte?r?|ung(?:ü|ue)ltiger?|nessun) (?:local |virtual |final delivery |destination |envelope |recipient |e?-?mail )?(?:${PERSON})\\b`,
  ),
  new RegExp(
    `\\b(?:bad|no|not an?|not our|final delivery) (?:destination |valid |known |active |local )?(?:mail ?box|user|recipient|person|subscriber|customer)\\b`,
  ),
  new RegExp(`\\b(?:${PERSON}) (?:disabled|invalid|inactive|deactivated|closed|deleted|terminated)\\b`),
  new RegExp(`\\b(?:${PERSON})\\b${NEAR}\\b(?:${MISSING})`),
];

/**
 * Phrases that mean the same at every provider. The first group that matches decides. Groups that must not suppress a person come
 * before "gone". Quantifiers are not nested and each gap is bounded, so the time is linear.
 */
export const REPLY_PHRASES: readonly { means: ReplyMeaning; says: readonly RegExp[] }[] = [
  {
    means: 'later',
    says: [
      /gr[ea]y-?list/,
      /(?:has|have) been delayed|message delayed|will (?:be retried|retry|keep trying)|attempts will continue/,
      /temporarily (?:deferred|rate.?limited|blocked|blacklisted)|temporary (?:system|local|server) /,
      /could not complete sender verify|unverified address.{0,40}in progress/,
    ],
  },
  {
    means: 'relay',
    says: [
      /relay(?:ing|ed)? (?:access |is |was )?(?:den|not permitted|not allowed|prohibited)/,
      /helo command rejected|sending (?:is )?(?:paused|suspended|disabled)/,
    ],
  },
  { means: 'sender', says: [/sender verif|verification failed for|sender.{0,20}null ?mx/] },
  {
    means: 'policy',
    says: [
      /\b(?:spf|dkim|dmarc|senderid|arc)\b|sender policy framework|authentication (?:checks|level)/,
      /unauthenticated (?:e-?mail|message)|sender is unauthenticated|reputation|(?<!(?:prevent|avoid|stop|reduce|against) )\bspam\b/,
      // The sender is right, but may not write to this person.
      /(?:permissions?|allowed|permitted|authori[sz]ed) to (?:send|post|deliver|write) (?:e?-?mails? |messages? )?to\b/,
      /(?:block|black|white|allow|allowed) ?list|(?:unknown|external) senders\b|allowed[- ]senders?|sender.{0,40}(?:contacts|address book)|receiv(?:ing|e) limit|can receive per|sender ip block|\bdnsbls?\b|\brbls?\b|\bur[il]bl\b|spamhaus|spamcop|barracuda|sorbs/,
      /blocked using|banned|(?<!not )listed (?:in|on|at|by) /,
      /reverse dns|\brdns\b|\bptr\b|cannot find your (?:hostname|reverse)|ip name lookup|dynamic ip|open (?:relay|proxy)/,
      /\b(?:helo|ehlo)\b(?!=)|your host ?name|my name was rejected|from (?:an? )?unknown host|client host rejected|no access from mail server|mismatches client ip/,
      /\b(?:ip|host)\b.{0,10} not (?:allowed|authori[sz]ed|permitted) to send|(?:bad|extreme) .{0,5}\bip (?:address|profile)|forbidden by your ip/,
      /host network,? not allowed|invalid ip for|frequency limited|(?:connection|ip|message) rate|rate.limited|throttl/,
    ],
  },
  {
    means: 'sender',
    says: [
      /(?:sender|originator)(?:'s)? (?:mail ?box|account|address)\b.{0,40}(?:not|unknown|unavailable|disabled|invalid|rejected)/,
      /sender (?:callout|callback)|(?:not|unable to|while) verify|unverifiable sender/,
      /sender (?:e?mail )?(?:address )?(?:was |is )?(?:rejected|refused|denied|invalid|unknown|does not exist|must|not |doesn't)|for sender address|return (?:address|path)/,
      /(?:invalid|bad|unknown|unroutable|unrouteable|bogus|unresolvable|illegal|rejected) (?:sender\b|from\b|mail from|return)/,
      /sender(?:'s)? domain .{0,40}(?:not|n't|must|empty|invalid|unknown|reject|fail|resol)|(?:domain|address) (?:of|in) (?:the |your )?(?:sender|from|reply)|bad outbound sender/,
      SENDER_ELSEWHERE,
      /not owned by|not (?:allowed|authori[sz]ed|permitted) (?:to use this|for your)|sender .{0,40}has no |permissions? to send as|(?:allowed|authori[sz]ed|permitted) to send .{0,20}(?:as|from|on behalf)|sendas/,
      /sending this from|(?:address|identit).{0,20} not verified|not a verified|unverified (?:sender|address|domain)|domain (?:\S{1,80} )?is not verified/,
      /mail ?from (?:must|not|domain|address|denied|rejected)|from: ?(?:domain|address) /,
      /(?:from|reply-?to|return-?path) (?:address|domain|header)\S* .{0,20}(?:not|unknown|invalid|must)/,
    ],
  },
  {
    means: 'auth',
    says: [
      /authenticat\w+ (?:is |has |was )?(?:required|needed|failed|failure|unsuccessful|turned on|credentials|first)/,
      /(?:turn|switch) on .{0,10}auth|not authenticated|unauthenticated (?:sender|user|connection)/,
      /(?:require|need|must|enable|use|please|without) .{0,25}(?:authenticat|\bauth\b|\blog(?:ged)? ?[io]n\b)/,
      /\blog ?[io]n (?:first|failed|incorrect|denied|via|with)|(?:invalid|incorrect|bad) (?:login|credentials|user ?name|password)/,
      /(?:username|password|credentials) (?:and password )?(?:not accepted|incorrect|invalid|wrong|rejected)/,
      /\bauth (?:is |command )?(?:first|required)|pop before smtp|check (?:for |your )?(?:new )?mail (?:first|before)|starttls|tls (?:is )?required|encryption (?:required|needed)|authenti(?:fi)?cation requise|code d'authentification/,
      /(?:sending|your) (?:for this )?account .{0,20}(?:disabled|suspended|blocked|locked)/,
    ],
  },
  {
    means: 'relay',
    says: [
      /relay(?:ing|ed)?\b.{0,20}(?:den|prohibit|forbidden|refused|disallow|unauthori|quota|limit)/,
      /(?:no|not|n't|unable|unauthori[sz]ed|denied|refus\w{2,4}|cannot|can't|won't|insecure|illegal|as a|third-party) .{0,30}relay(?! recipient table)/,
      /rcpthost|not a gateway|registered gateway|not local host|not hosted here|cannot deliver to remote|non-local/,
      /we do(?:n't| not) (?:relay|host|handle|accept mail for)|domain is not allowed/,
      /(?:sending|send|relay|submission|hourly|daily) (?:sending |user )?(?:quota|limit) (?:has been |was |is )?(?:exceeded|reached)/,
      /(?:exceed|reached).{0,30}(?:daily|sending|relay|monthly|submission) .{0,20}(?:quota|limit)|exceeded the max (?:e?mails|defers)/,
      /not subscribed to ses|maximum credits exceeded|sandbox subdomains|sending denied|not authori[sz]ed to perform/,
    ],
  },
  {
    means: 'policy',
    says: [
      /block(?:ed)? (?:for|by|due|because) |is blocked\b(?! lpn)|\bblocked ?(?:[-(),]|see|$)|^\W*blocked\b/,
      /part of (?:their|its|your) network|abuse\b/,
      /\bspam|spamassassin|junk ?mail|\bunsolicited|\bbulk (?:mail|e-?mail)|\bube\b/,
      /phishing|malware|\bvirus|infected|anti-?spam|mass ?mailer|\badvertis/,
      /too many (?:connections|messages(?! on)|spams|recipients|e?-?mails|invalid|unknown|non-?existent|bad|unwanted|concurrent|sessions|smtp|errors)/,
      /too much mail from|at a rate that|too quickly|slow down|too fast|trop de connexions/,
      /(?:exceed|reached).{0,30}(?:per hour|hourly|messages per|connection limit|rate\b|recipients)/,
      /not accept (?:delivery|this)|not accept(?:ing|ed)? (?:e?-?mails?|messages?|connections?) from|connections not accepted/,
      /recipient preferences|no longer accepts? (?:any )?(?:e?-?mails?|messages?) from|user (?:rules|reject)|refuse[sd]? (?:to (?:receive|accept)|e?-?mails?|messages?)\b|only accept(?:s|ing) (?:mail|e-?mails?|messages?) from/,
      /rejected by (?:this |the )?(?:user|recipient|addressee)s?\b(?! (?:domain|server|system|host))|bounce attack|empty envelope|null sender/,
      /members?[- ]only|closed mailing list|closed (?:to|for) .{0,15}(?:sender|member|mail|public)|not (?:a member|subscribed)|not (?:allowed|permitted) to post|permission to post|sender isn't on/,
      /content (?:reject|filter|denied|examination|error)|message content|banned content|(?<!remove )attachment|message filtered/,
      /protocol violation|bad header|header error|headers? (?:too|are not|size)|duplicate header|multiple addresses in from/,
      /not rfc|rfc ?5322|malformed|8-bit data|\bmime\b|line (?:too long|limit|length)|media error/,
      /too (?:large|big)\b|(?:message|mail|file) size|(?<!mailbox )size (?:limit|exceeds?)|length exceeds|taille limite|message is too long/,
      /local polic|polic(?:y|ies) (?:reasons?|violation|restriction|reject)|administrative(?:ly)? prohibit/,
      /(?:denied|rejected|blocked|refused|prohibited|due to|because of|violates?|by) .{0,40}polic/,
      /mail rejete|access denied.{0,20}(?:banned|spam|sending|traffic|tenant)/,
    ],
  },
  {
    means: 'full',
    says: [
      /over ?-?.{0,12}\bquota|quota.{0,14}(?:exceed|violation|full|exhausted|reached|usage|superata)|exceed.{0,30}quota/,
      /overquota|surquota|disk ?(?:space )?quota|(?:quota|cuota|cota) (?:d[eé]pass|(?:ü|ue)berschritten|excedid|superad)/,
      /(?:mail ?box|inbox|folder|account|maildir|user).{0,14}(?:full\b|overdrawn|(?:exceeded|reached) .{0,20}(?:limit|maximum (?:size|capacity)|space|storage))|full mailbox|(?:mail ?box|inbox) .{0,40}\bis full/,
      /out of (?:disk|storage|space)|not enough .{0,12}space|enough (?:disk )?space|(?:in|not )sufficient (?:disk|mailbox|space)/,
      /no (?:\w{1,10} )?space left|recipient storage full|mailbox (?:size |storage )?(?:limit|exceeded)|exceeded storage|storage (?:space|allocation|limit|quota)|maximum allowed storage|exceeds allowed size/,
      /exceeded the local limit|space has been used up|too much mail data|too many messages on the server/,
      /bo[iî]te .{0,35}pleine|(?:postfach|mailbox) .{0,20}voll|speichervolumen|speicherplatz|空间不足|casella .{0,20}piena|buz[oó]n .{0,30}lleno|caixa .{0,20}cheia/,
    ],
  },
  {
    means: 'paused',
    says: [
      /temporar(?:y|il?ly).{0,12}(?:locked|disabled|suspended|inactive|deactivated|unavailable|closed|rejected|not available)|(?:locked|disabled|suspended|inactive|deactivated|unavailable|closed) temporar/,
      /(?:user|account|mailbox|recipient|domain).{0,20}(?:suspend|locked|frozen|bloqu|blocked|archiv)|archived recipient|destinataire archiv/,
      /on hold\b|maintenance|suspend the service|(?:is|been) (?:currently )?suspended|not activated|is restricted\b|unavailable.{0,20}(?:try|later)|being (?:migrated|moved)|receiving disabled|not (?:currently )?(?:being accepted|accepting any)/,
    ],
  },
  {
    means: 'gone',
    says: [
      ...NO_SUCH_PERSON,
      /(?:cannot|can't|could not|couldn't|unable to) (?:find|locate) (?:the |a |this |that )?(?:user|recipient|mail ?box|account|address)/,
      /(?:user|recipient|recip|mailbox|account)(?:unknown|notfound|not found|invalid)|nosuchuser|unknownuser/,
      /user doesn't have|not have an? (?:\S{1,80} )?account|no one at this address|nobody (?:here|by that)|not our (?:user|customer)/,
      /no (?:mail ?box|account|one|person) (?:here|by|found|with)|not (?:listed in|in (?:the |our )?(?:\w{1,20} )?(?:directory|database))|unavailable mail user|unknown local[- ]part|undeliverable address|bad (?:e-?mail )?address|not a valid (?:e-?mail )?address|user not exist/,
      /badrcptto|badrecipientto|validrcptto|envelope recipient (?:is|has)|user name is not found|left the company|no longer (?:works|employed|with the company)/,
      /@[)>]? (?:(?:is |was )?(?:no longer|not) (?:an? )?(?:valid|active|known|found)|does(?: not|n't) exist)|has been replaced by|(?:mailbox|recipient|user|address) has moved|mailbox (?:is |currently )?(?:un|not )available|double-check/,
      /no se (?:ha |pudo )?encontr\w{1,3} (?:la |el |al )?(?:direcci|usuario|destinatario|buz|cuenta)|見つかりません|存在しません|用户不存在|邮箱不存在|帐号不存在|no existe|не найден|не существует|nie istnieje|nie ma takie/,
      /domain.{0,30}(?:(?:does(?: not|n't)|not) exist|unknown|not found(?!, try again)|is not reachable|must exist)|host .{0,10}(?:not found(?!, try again)|unknown)/,
      /(?<!from (?:an? )?)(?:no such|unknown|non-?existent|illegal) (?:\S{1,20} )?(?:domain|host)|bad destination (?:system|mailbox)/,
      /nxdomain|null ?mx|indicated no smtp service|no mx (?:record )?found|couldn't find (?:any host|a mail exchanger)/,
      /unroute?able (?:mail )?(?:domain|address)|nonexistentdomain|(?:domain|host).{0,20} not (?:accept|receive) .{0,6}mail/,
      /doesn't receive e?mail/,
    ],
  },
  {
    means: 'undelivered',
    says: [
      /timed? ?-?out|connection (?:refused|reset|dropped|closed|lost|was)|lost connection|no route to host|unreachable/,
      /not reachable|(?:could not|unable to|wasn't able to|cannot|failed to|not accept our requests to) .{0,12}(?:connect|establish|contact|resolve|reach|deliver)/,
      /name (?:server|service)|name or service|lookup failure|dns (?:error|lookup)|(?:network|socket|winsock) error|error encountered while|mx records/,
      /(?:mail|message|forwarding|routing) loop|loops? back|too many hops|hop count|loop(?:ing)? (?:detected|was found)/,
      /system (?:storage|resources)|mailer error|temporary failure|not accepting network|could not find a gateway|expired/,
      /configuration error|misconfigured|internal (?:\w{1,10} )?error|server error|no route for|service (?:is |currently )*(?:un|not )available/,
    ],
  },
  {
    means: 'policy',
    says: [
      /(?:rejected|refused|blocked|denied|forbidden|prohibited|not accepted) (?:due|for|because|based)|delivery not/,
      /mail (?:data )?(?:refused|rejected|blocked)|message (?:refused|rejected|blocked|not accepted|denied)|refused - see|not (?:allowed|welcome) (?:here|to connect)|access denied|blocked|not authori[sz]ed/,
      /(?:nachricht|message|courriel|mensaje|correo|mensagem|messaggio|mail)\b.{0,40}(?:abgelehnt|verweigert|refus|rejet|rechazad|rejeitad|recusad|rifiutat)/,
    ],
  },
];
