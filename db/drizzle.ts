/*
 * What is used of Drizzle, in its CommonJS form: Node parses Drizzle's package.json of 180 KB again for each of its 150
 * ECMAScript modules, which costs every process a second and 230 MB (docs/decisions/drizzle-as-commonjs.md).
 */
export { type BetterSQLite3Database, drizzle } from '../node_modules/drizzle-orm/better-sqlite3/index.cjs';
export {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  gte,
  inArray,
  is,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  min,
  ne,
  notExists,
  notInArray,
  or,
  Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
  sum,
} from '../node_modules/drizzle-orm/index.cjs';
export {
  type AnySQLiteColumn,
  alias,
  blob,
  customType,
  getTableConfig,
  index,
  integer,
  primaryKey,
  real,
  SQLiteTable,
  sqliteTable,
  text,
  uniqueIndex,
} from '../node_modules/drizzle-orm/sqlite-core/index.cjs';
