/**
 * What a text says. `auth`, `relay` and `sender` are the faults of the operator. `paused`: the mailbox exists and takes no mail for a
 * while. `undelivered`: the mail could not be handed over, for reasons of the network or of a server.
 */
export type ReplyMeaning =
  'gone' | 'full' | 'policy' | 'later' | 'auth' | 'relay' | 'sender' | 'paused' | 'undelivered';

/** A server that writes one of these makes no further attempt. */
export const GAVE_UP =
  /in the queue too long|not going to try again|retry timeout exceeded|giving up|(message|envelope|delivery|queue|time) (has |time )?expired|deleted from queue|failing for a long time|multiple retries|could not (be delivered|deliver) for|unable to deliver this message after|failed \d+ attempts|was not delivered within/;

const PERSON =
  '(?:user|recipient|recipients|mailbox|mail ?box|mail-box|account|inbox|addressee|address|addresses|alias|person|subscriber|customer|member|login|userid|mail drop|maildrop|destinatar\\w*|destinataire|utilisateur|usuario|utente|benutzer|empfänger|postfach|adresse|indirizzo|dirección|endereço|boîte|boite|casella|buzón|caixa)';
const MISSING =
  "(?:unknown|not known|unkown|(?:does|do|did) not (?:appear to )?exist|(?:doesn|don|didn)'?t exist|not exist\\w*|no longer exists?|non-?existent|not (?:been )?found|(?:could|can) ?n[o']t be found|could not be found|not located|not present|missing|not (?:a )?(?:valid|local|active|listed|registered|recognized|recognised)|no longer (?:valid|active|in use|available|on server|accepts mail|accepts|with)|invalid|illegal|wrong|disabled|deactivated|discontinued|terminated|closed|deleted|removed|inactive|expired|undeliverable|inconnue?|n'existe pas|desconocid[oa]|no existe|inexistente|não existe|nao existe|desconhecid[oa]|sconosciut[oa]|non esiste|inesistente|unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungültig|deaktiviert|désactivée?)";

/**
 * Phrases that say something whoever writes them, the first that fits decides. What must never suppress a person stands before what
 * does. No pattern has nested repetition, and each gap is bounded, so the time is linear.
 */
export const REPLY_PHRASES: readonly { means: ReplyMeaning; says: readonly RegExp[] }[] = [
  {
    means: 'later',
    says: [
      /gr[ea]y-?list|graylist/,
      /(?:has|have) been delayed|message delayed|still being retried|will (?:be retried|retry|keep trying|continue)/,
      /temporarily (?:deferred|rate.?limited|blocked|blacklisted|greylisted)|temporary (?:system|local|server) (?:problem|error|failure)/,
    ],
  },
  {
    means: 'relay',
    says: [/relay(?:ing|ed)? (?:access |is |was )?(?:den|not permitted|not allowed|prohibited)/],
  },
  {
    means: 'policy',
    says: [
      /\bspf\b|\bdkim\b|\bdmarc\b|sender policy framework|senderid|unauthenticated (?:e-?mail|mail|message)|sender is unauthenticated|authentication (?:checks|level)/,
      /block ?list|black ?list|\bdnsbl\b|\brbls?\b|\burl?ibl\b|spamhaus|spamcop|barracuda|blocked using|banned|(?<!not )listed (?:in|on|at|by) /,
      /reverse dns|\brdns\b|\bptr\b|cannot find your (?:hostname|reverse)|ip name lookup failed|helo|my name was rejected|dynamic ip|open (?:relay|proxy)|client host rejected|no access from mail server|mismatches client ip|host network,? not allowed|invalid ip for/,
      /frequency limited|(?:connection|ip|message) rate|rate.limited|throttl/,
    ],
  },
  {
    means: 'sender',
    says: [
      /sender (?:verif\w*|callout|callback)|verification failed for|verify (?:the )?sender|could not verify|callout verification|unverifiable sender|sender address (?:verif|not|is not|does|could|doesn|invalid)/,
      /sender (?:address )?(?:was |is |e?mail )*(?:rejected|refused|denied|not (?:allowed|authori[sz]ed|valid|permitted|accepted|owned)|invalid|unknown|does not exist|must)|(?:invalid|bad|unknown|unroutable|unrouteable|bogus|unresolvable|illegal) (?:sender|from\b|mail from|return)|sender domain|domain of (?:the )?sender|domain in sender|rejected sender/,
      /not owned by (?:user|auth)|not (?:allowed|authori[sz]ed|permitted) to (?:send|use) .{0,20}(?:as|from|this|with|on behalf)|(?:send|sending) (?:this )?(?:as|from) (?:this|that|a different|another)|sendas|sendasdenied|address(?:es)? (?:is|are) not verified|not a verified|unverified (?:sender|address|domain)|mail ?from (?:must|not|domain|address|denied|rejected)|from (?:address|domain|header)\S* .{0,20}(?:not allowed|not verified|does not match|invalid|must|rejected)|from: ?(?:domain|address) |emetteur invalide|émetteur invalide|expediteur|absender|bad outbound sender/,
    ],
  },
  {
    means: 'auth',
    says: [
      /(?:smtp )?authenticat\w+ (?:is |has |was )?(?:required|needed|failed|fail\b|failure|unsuccessful|turned on|credentials|first|enabled|in your|when)|(?:turn|switch) on (?:smtp )?auth|(?:require|requires|need|needs|must|enable|use|please|without) (?:\S+ ){0,3}(?:smtp.)?(?:authenticat\w+|auth\b|log ?in|log ?on)|not authenticated|was not authenticated|unauthenticated (?:sender|user|connection|relay)|(?:log|sign) ?(?:in|on) (?:first|failed|incorrect|denied|via|with|to)|invalid (?:login|credentials|username|user name|password)|incorrect (?:username|password|authentication)|(?:username|password|credentials) (?:and password )?(?:not accepted|incorrect|invalid|wrong|rejected)|bad (?:credentials|username|password)|auth(?:entication)? (?:command )?(?:first|required)|starttls|must issue|tls (?:is )?required|encryption (?:required|needed)|authentification requise|code d'authentification|authrequired|application-specific password/,
    ],
  },
  {
    means: 'relay',
    says: [
      /relay(?:ing|ed)?\b.{0,30}(?:den|not |prohibit|forbidden|refused|reject|access|disallow|unauthori|unable|quota|limit|closed|attempt)|(?:no|not|unable|unauthori[sz]ed|denied|refus\w+|cannot|can't|won't|insecure mail|illegal|open|as a|third-party|disallowed) (?:\S+ ){0,4}relay|we do(?:n't| not) relay|does not (?:allow|permit) relay|relay (?:is )?(?:off|not)|rcpthosts|not a gateway|not (?:one of )?(?:our|my|a) (?:local )?(?:domains?|hosted)|not local host|we don't handle mail for|we do not (?:host|handle|accept mail for)|specified domain is not allowed|not hosted here|cannot deliver to remote|sending to remote|non-local/,
      /(?:sending|send|relay|submission|message|smtp relay|user sending|outbound|hourly|daily) (?:sending |user )?(?:quota|limit) (?:has been |was |is )?(?:exceeded|reached)|(?:exceed\w*|reached) (?:\S+ ){0,4}(?:daily|sending|relay|monthly|submission) (?:\S+ ){0,2}(?:quota|limit)|sending (?:is )?(?:paused|suspended|disabled)|account (?:\S+ ){0,2}(?:not subscribed|sending)|mail sending denied|not authori[sz]ed to perform/,
    ],
  },
  {
    means: 'policy',
    says: [
      /block(?:ed)? (?:for|by|due|because) |is blocked\b|\bblocked ?(?:-|see|\(|$)|^\W*blocked\b|(?:poor|bad|low) reputation|reputation (?:of|score|problem)|ip reputation|part of (?:their|its|your) network|abuse\b/,
      /\bspam\b|\bspam(?:my|mer|ming)|spamassassin|junk ?mail|\bunsolicited|\bbulk (?:mail|e-?mail)|\bube\b|phishing|malware|\bvirus|infected/,
      /too many (?:connections|messages|recipients|e?-?mails|invalid|unknown|bad|concurrent|sessions|smtp)|too much mail from|(?:exceed|exceeded|reached).{0,30}(?:per hour|hourly|messages per|connection limit|rate|recipients)|at a rate that|too quickly|slow down|too fast|trop de connexions/,
      /not accept(?:ing|ed)? (?:e?-?mails?|messages?|connections?) from|connections not accepted/,
      /recipient preferences|user (?:rules|reject)|rejected by (?:this |the )?(?:user|recipient|addressee)s?\b(?! domain)|refuses? to receive|only accept(?:s|ing) mail from|members?[- ]only|not a member|not (?:allowed|permitted) to post|permission to post|sender (?:is )?(?:not in|isn't on)|bounce attack|bounces? not accepted|empty envelope|null sender/,
      /content (?:rejected|filter|denied|examination|error)|message content|banned content|attachment|bad header|header error|headers? (?:too|are not|size)|duplicate header|not rfc|rfc ?5322|multiple addresses in from|malformed|8-bit data|mime|line (?:too long|limit|length)|media error|message filtered/,
      /message (?:too|is too) (?:large|big|long)|too (?:large|big)\b|(?:message|mail|e-?mail|file) (?:file )?size|size (?:limit|exceeds?)|exceeds? .{0,30}(?:size|length) |length exceeds|taille limite/,
      /local polic|polic(?:y|ies) (?:reasons?|violation|restriction|reject)|(?:denied|rejected|blocked|refused|prohibited|due to|because of|violates?|by) .{0,40}polic|administrative(?:ly)? prohibit|security polic/,
      /mail rejete|access denied.{0,20}(?:banned|spam|sending|traffic|tenant)/,
    ],
  },
  {
    means: 'full',
    says: [
      /over ?-?(?:the |the allowed |disk |its |their )?quota|quota (?:has been |is |was )?(?:exceeded|violation|full|exhausted|reached|usage)|exceed\w* (?:\S+ ){0,4}quota|quotaexceeded|overquota|out of (?:disk|storage|space|quota)|disk quota|user ?disk ?quota|quota_exceeded/,
      /(?:mailbox|mail ?box|inbox|mailfolder|folder|account|maildir|mail drop|mailbox for user) (?:@ )?(?:is |has |size |would |seems )?(?:full|overdrawn|exceed\w*|too full|reached)|full mailbox|mailbox full|user has too many messages/,
      /not enough (?:disk|storage|space|mailbox)|enough (?:disk )?space|insufficient (?:disk|storage|mailbox|space)(?! resources)|no space left|exceeded storage|storage (?:space|allocation|limit|quota)|maximum allowed storage|exceeds allowed size|exceeded the local limit|space has been used up|too much mail data|disk full/,
      /boite (?:du destinataire )?pleine|boîte .{0,20}pleine|postfach .{0,20}voll|speicherplatz|kontingent|casella .{0,20}piena|buz[oó]n .{0,20}lleno|caixa .{0,20}cheia|surquota|overquota|quota (?:superata|dépassé|depasse|überschritten|excedida)/,
    ],
  },
  {
    means: 'paused',
    says: [
      /temporar(?:y|il?ly) (?:\S+ )?(?:locked|disabled|suspended|inactive|deactivated|unavailable|closed|rejected|not available)|(?:user|account|mailbox|recipient|domain)\S* (?:@ )?(?:is |has been |was |currently |est )*(?:suspend\w*|locked|frozen|bloque|blocked|archiv\w*|on hold)|archived recipient|boite du destinataire archivee|on hold|recipient account is blocked|suspend the service/,
    ],
  },
  {
    means: 'gone',
    says: [
      new RegExp(
        `\\b(?:unknown|no such|non-?existent|invalid|illegal|inactive|disabled|bad|no|not a(?: valid| known)?|unbekannter?|nessun|unknown or illegal|invalid\\/inactive|no valid|nonexistent) (?:local |final |delivery |destination |virtual |mail |e-?mail |envelope |known |active )*${PERSON}\\b`,
      ),
      new RegExp(
        `\\b${PERSON}\\b[^;]{0,60}? (?:is |are |was |has been |have been |it |that |may |user |which )*${MISSING}`,
      ),
      /\b(?:user|recipient|mailbox|account|address)(?:unknown|notfound|not found|invalid)|recip(?:ient)?notfound|exrecipnotfound|nosuchuser|unknownuser/,
      /(?:this|the) user doesn'?t have|does(?:n't| not) have an? \S+ account|no one at this address|nobody (?:here|by that)|no (?:mail ?box|account|one|body|person) (?:here|by|found|with|available)|not our (?:user|customer)|no longer (?:works|employed)|not listed in|not in (?:my|our|the) (?:validrcptto|directory|list of valid)|badrcptto|badrecipientto|envelope recipient (?:is|has)|user name is not found|left the company|has been replaced by|has moved|mailbox unavailable|mailbox is unavailable|mailbox not available|not accept mail for this (?:user|address)|cannot accept .{0,20}user|please check (?:the|if) .{0,20}address|double-check|見つかりません|存在しません|用户不存在|邮箱不存在|帐号不存在/,
      /(?:domain|host)\S* (?:@ |host |name )*(?:does not exist|doesn't exist|unknown|not found(?!, try again)|is not reachable|must exist|does not accept (?:any )?(?:e-?)?mail)|(?:no such|unknown|non-?existent|invalid|illegal|bad) (?:\S+ )?(?:domain|host)|nxdomain|null ?mx|no smtp service|no mx (?:record )?found|couldn't find (?:any host|a mail exchanger)|bad destination system|unroute?able (?:mail )?(?:domain|address)|account or domain may not exist|domain name not found|no mail exchanger|nonexistentdomain|does ?n[o']t receive (?:e-?)?mail|host\/domain does not/,
    ],
  },
  {
    means: 'undelivered',
    says: [
      /could not find a gateway|system (?:storage|resources)|mailer error|temporary failure|timed? ?-?out|timeout|connection (?:refused|reset|dropped|closed|lost|was)|lost connection|no route to host|unreachable|not reachable|(?:could not|unable to|wasn't able to|cannot|failed to|did not accept our requests to) (?:\S+ )?(?:connect|establish|contact|resolve|reach|deliver)|name (?:server|service)|dns (?:error|lookup)|try again|(?:network|socket|winsock|communication) error|error encountered while communicating|mail loop|routing loop|loops? back|too many hops|hop count|loop(?:ing)? (?:detected|was found)|expired|in the queue|giving up|mx records|not accepting network/,
    ],
  },
  {
    means: 'policy',
    says: [
      /\b(?:rejected|refused|blocked|denied|forbidden|prohibited|not accepted) (?:due|for|because|based)|message (?:refused|rejected|blocked|not accepted|denied)|e?mail (?:refused|rejected|blocked)|access denied|blocked|not authori[sz]ed|delivery not/,
    ],
  },
];
