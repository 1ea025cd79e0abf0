import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asAdministrator } from '@tribus/kit/testing/administrator.ts';
import { databaseTemplate } from '@tribus/kit/testing/database-template.ts';
import { plan } from '../one/services.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Creates a database for each service with migrations, and its owner role, as a copy of a migrated one: applying the
 * migrations takes as long as the remaining start. The roles may sign in once the system has set their passwords.
 */
export async function copyDatabases(server: string, nameOf: (service: string) => string): Promise<void> {
  const copies = await asAdministrator(server, async (admin) => {
    const copies: string[] = [];
    for (const { name } of plan) {
      const migrations = join(root, 'services', name, 'migrations');
      if (!existsSync(migrations)) continue;
      const copy = nameOf(name);
      const template = await databaseTemplate(admin, server, migrations);
      await admin.query(`create role ${copy} nologin`);
      await admin.query(`create database ${copy} owner ${copy} template ${template} strategy file_copy`);
      copies.push(copy);
    }
    return copies;
  });
  await Promise.all(copies.map((copy) => asAdministrator(server, (admin) => admin.query(changeOwnerSql(copy)), copy)));
}

/** `reassign owned` refuses objects of the server's first role. A column's sequence follows its table. */
const changeOwnerSql = (role: string): string => `
  do $$
  declare statement text;
  begin
    for statement in
      with schemas as (
        select oid, nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)'
      ), dependent as (
        select classid, objid from pg_depend where deptype in ('a', 'e', 'i')
      )
      select format('alter schema %I owner to ${role}', nspname) from schemas where nspname <> 'public'
      union all
      select format('alter table %s owner to ${role}', pg_class.oid::regclass)
      from pg_class join schemas on schemas.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S')
        and not (relkind = 'S' and ('pg_class'::regclass, pg_class.oid) in (select classid, objid from dependent))
      union all
      select format('alter routine %s owner to ${role}', pg_proc.oid::regprocedure)
      from pg_proc join schemas on schemas.oid = pronamespace
      where ('pg_proc'::regclass, pg_proc.oid) not in (select classid, objid from dependent)
      union all
      select format('alter type %s owner to ${role}', pg_type.oid::regtype)
      from pg_type join schemas on schemas.oid = typnamespace left join pg_class on pg_class.oid = typrelid
      where (typtype in ('e', 'd', 'r') or relkind = 'c')
        and ('pg_type'::regclass, pg_type.oid) not in (select classid, objid from dependent)
    loop execute statement; end loop;
  end $$`;
