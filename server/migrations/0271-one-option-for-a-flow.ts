import { run, type Migrating } from './kit.ts'

/** A flow of validation and its tutorials are switched off by one option, the company's (DSC-008). */
export async function up(db: Migrating): Promise<void> {
  await run(
    db,
    `update company_policy c set disable_validate_from_image = c.disable_validate_from_image or p.image_flow_off,
       disable_its_validation = c.disable_its_validation or p.its_flow_off,
       disable_porta_mate_validation = c.disable_porta_mate_validation or p.porta_mate_flow_off
     from porta_policy p where p.company_id = c.company_id`,
  )
  for (const column of ['image_flow_off', 'its_flow_off', 'porta_mate_flow_off'])
    await run(db, `alter table porta_policy drop column ${column}`)
}
