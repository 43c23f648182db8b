import type { Session } from '@kervan/contract/access/authentication'
import { sessionTypeOf, uiPermissions } from '@kervan/contract/access/words'
import { mailsKept } from '../kit/config.ts'
import type { SessionContext } from '../kit/context.ts'
import { translate } from '../kit/messages.ts'
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
  const [partner, own] = await Promise.all([
    actor.partnerId
      ? tx
          .selectFrom('partner')
          .select(['int_code', 'relation_type'])
          .where('company_id', '=', company.id)
          .where('id', '=', actor.partnerId)
          .executeTakeFirstOrThrow()
      : null,
    tx
      .selectFrom('membership')
      .select('language')
      .where('company_id', '=', company.id)
      .where('id', '=', actor.membershipId)
      .executeTakeFirstOrThrow(),
  ])
  const kept = mailsKept(services.config)
  return {
    Token: token,
    CompanyIntCode: company.id,
    UserCompanyIntCode: partner?.int_code ?? company.id,
    UserCompanyRelationType: partner
      ? partner.relation_type === 'Vendor'
        ? 'Manufacturer'
        : partner.relation_type
      : company.relationType,
    CompanyRelationType: company.relationType,
    UserName: actor.userName,
    FirstName: actor.firstName,
    LastName: actor.lastName,
    CompanyName: company.name,
    UserType: sessionTypeOf[actor.userType],
    IsProd: company.isProd,
    OMPSettings: {
      PriceManagementType: company.priceManagement,
      OMPRoundingStrategy: company.rounding,
      OMPQuotaActive: company.quotaActive,
    },
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
    ...(actor.invitationPending && { InvitationPending: true as const }),
    ...(actor.secondFactorMissing && { SecondFactorSetup: true as const }),
    ...(!pricesVisible(company.priceVisibility, actor) && { PricesHidden: true as const }),
    ...(company.medulaActive && { NotifiesMedula: true as const }),
    ...(company.archiveDate !== null && { ArchiveDate: company.archiveDate }),
    ...(seesPartOnly(actor) && { SeesPart: true as const }),
    Language: languageOf(own.language),
    ...(kept && { MailsKept: kept }),
  }
}
