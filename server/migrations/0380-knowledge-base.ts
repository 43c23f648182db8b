import { oneOf, run, sharedTable, tenantTable, type Migrating } from './kit.ts'

const areas = ['general', 'orders', 'company', 'services', 'porta', 'trace', 'reports', 'fuel', 'account']
const languages = ['en', 'tr', 'de']

/**
 * The knowledge base (KNB-001). An article has a place in the tree and readers, each language of it a draft, a published
 * text and its versions. What is published is cut into passages, which are searched: by stems of the language, and by
 * words cut to five letters. The manual of the portal is the same for all companies, one edition for each version of it.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'knowledge_article',
    `id uuid not null, version int not null default 1, ${oneOf('area', areas)}, parent_id uuid, screen text,
     restricted boolean not null default false, owner_id uuid, owner_name text, review_on date,
     created_at timestamptz not null, created_by text not null, primary key (company_id, id)`,
    'write',
    { 'company_id, parent_id': 'knowledge_article' },
  )
  await run(
    db,
    'create unique index knowledge_article_screen on knowledge_article (company_id, screen) where screen is not null',
  )
  await run(db, 'create index knowledge_article_of_parent on knowledge_article (company_id, parent_id)')
  await tenantTable(
    db,
    'knowledge_text',
    `id uuid not null, article_id uuid not null, ${oneOf('language', languages)},
     ${oneOf('state', ['Draft', 'Published', 'Withdrawn'])}, revision int not null default 0,
     draft_title text, draft_body text, drafted_at timestamptz, drafted_by text,
     number int not null default 0, title text not null default '', body text not null default '',
     published_at timestamptz, published_by text, primary key (company_id, id)`,
    'write',
    { 'company_id, article_id': 'knowledge_article on delete cascade' },
  )
  await run(
    db,
    'create unique index knowledge_text_once on knowledge_text (company_id, article_id, language)',
  )
  await tenantTable(
    db,
    'knowledge_version',
    `article_id uuid not null, ${oneOf('language', languages)}, number int not null, title text not null, body text not null,
     changes text not null, published_at timestamptz not null, published_by text not null,
     primary key (company_id, article_id, language, number)`,
    'append',
    { 'company_id, article_id': 'knowledge_article on delete cascade' },
  )
  await tenantTable(
    db,
    'knowledge_passage',
    `article_id uuid not null, ${oneOf('language', languages)}, number int not null, heading text not null, body text not null,
     stems tsvector not null, cuts tsvector not null, primary key (company_id, article_id, language, number)`,
    'write',
    { 'company_id, article_id': 'knowledge_article on delete cascade' },
  )
  await tenantTable(
    db,
    'knowledge_reader',
    'id uuid not null, article_id uuid not null, role_id uuid, partner_id uuid, primary key (company_id, id)',
    'write',
    {
      'company_id, article_id': 'knowledge_article on delete cascade',
      'company_id, role_id': 'role on delete cascade',
      'company_id, partner_id': 'partner on delete cascade',
    },
  )
  await run(db, 'create index knowledge_reader_of_article on knowledge_reader (company_id, article_id)')
  await run(db, 'create index knowledge_reader_of_role on knowledge_reader (company_id, role_id)')
  await run(db, 'create index knowledge_reader_of_partner on knowledge_reader (company_id, partner_id)')
  await tenantTable(
    db,
    'knowledge_file',
    `id uuid not null, article_id uuid not null, file_id uuid not null, name text not null, type text not null, bytes int not null,
     added_at timestamptz not null, added_by text not null, primary key (company_id, id)`,
    'write',
    {
      'company_id, article_id': 'knowledge_article on delete cascade',
      'company_id, file_id': 'file',
    },
  )
  await run(db, 'create index knowledge_file_of_article on knowledge_file (company_id, article_id)')
  await run(db, 'create index knowledge_file_of_file on knowledge_file (company_id, file_id)')
  // The manual has no row in knowledge_article, and is judged like any other article.
  await tenantTable(
    db,
    'knowledge_vote',
    `article_id uuid not null, ${oneOf('language', languages)}, membership_id uuid not null, helpful boolean not null, at timestamptz not null,
     primary key (company_id, article_id, language, membership_id)`,
    'write',
  )
  await tenantTable(
    db,
    'knowledge_question',
    `id uuid not null, question text not null, folded text not null, ${oneOf('language', languages)}, ${oneOf('state', ['Open', 'Closed'])},
     times int not null default 1, asked_at timestamptz not null, asked_by text not null,
     closed_at timestamptz, closed_by text, primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    `create unique index knowledge_question_open on knowledge_question (company_id, language, folded) where state = 'Open'`,
  )
  await sharedTable(
    db,
    'manual_passage',
    `edition text not null, screen text not null, ${oneOf('language', languages)}, number int not null, title text not null,
     heading text not null, body text not null, stems tsvector not null, cuts tsvector not null, kept_at timestamptz not null,
     primary key (edition, language, screen, number)`,
    'write',
  )
}
