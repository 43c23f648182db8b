import type { Session } from '@kervan/contract/access/authentication'
import { existing } from '@kervan/contract/kit/typed'
import { sessionTypeOf, uiPermissions } from '@kervan/contract/access/words'
import { mailsKept } from '../kit/config.ts'
import type { SessionContext } from '../kit/context.ts'
import { translate } from '../kit/messages.ts'
import { partsOf } from '../kit/parts.ts'
import { seesPartOnly } from '../kit/records/scope.ts'
import { pricesVisible } from './prices.ts'
import { definitions, isPending } from './acknowledgements.ts'
import { languageOf } from './change-username.ts'

const known = new Set<string>(uiPermissions)

/** The session as the browser keeps it (ACC-007): names and permissions, never a secret but the token itself. */
export async function presentSession(
  { tx, actor, language, services }: Pick<SessionContext, 'tx' | 'actor' | 'language' | 'services'>,
  token: string,
): Promise<Session> {
  const { company } = actor
  const [own, ofAreas] = await Promise.all([
    tx
      .selectFrom('membership')
      .select('language')
      .where('company_id', '=', company.id)
      .where('id', '=', actor.membershipId)
      .executeTakeFirstOrThrow(),
    Promise.all(partsOf('session').map((facts) => facts(tx, actor))),
  ])
  const { OMPSettings, ...facts }: Partial<Session> = Object.assign({}, ...ofAreas)
  const kept = mailsKept(services.config)
  return {
    Token: token,
    CompanyIntCode: company.id,
    UserCompanyIntCode: company.id,
    UserCompanyRelationType: company.relationType,
    CompanyRelationType: company.relationType,
    UserName: actor.userName,
    FirstName: actor.firstName,
    LastName: actor.lastName,
    CompanyName: company.name,
    UserType: sessionTypeOf[actor.userType],
    IsProd: company.isProd,
    OMPSettings: existing(OMPSettings),
    PasswordChangeText: actor.passwordLimit
      ? translate(language, `access.replace.why.${actor.passwordLimit}`)
      : '',
    // What roles give is told once the person is a user.
    PermissionsUI: (actor.invitationPending ? [] : [...actor.permissions, ...actor.lent]).toSorted(
      (a, b) => Number(known.has(b)) - Number(known.has(a)) || (a < b ? -1 : 1),
    ),
    UserAcknowledgement: actor.acknowledgementPending,
    UserAcknowledgementInfos: actor.acknowledgementPending
      ? (await definitions(tx, actor, 'User', language))
          .filter(isPending)
          .map(({ IntCode, Title, Version }) => ({ IntCode, Title, Version }))
      : [],
    ExactUserType: actor.userType,
    TimeZone: company.timeZone,
    Currency: company.currency,
    ...(actor.invitationPending && { InvitationPending: true as const }),
    ...(actor.secondFactorMissing && { SecondFactorSetup: true as const }),
    ...(!pricesVisible(company.priceVisibility, actor) && { PricesHidden: true as const }),
    ...(seesPartOnly(actor) && { SeesPart: true as const }),
    Language: languageOf(own.language),
    ...(kept && { MailsKept: kept }),
    ...facts,
  }
}
