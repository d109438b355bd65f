import { totalmem } from "node:os";

/** Memory of the machine, or of the container where that is less. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** One statement may take half of the machine, all together three quarters: the rest is PostgreSQL's, Node's and the page cache's. */
const STATEMENT_SHARE = 0.5;
const ENGINE_SHARE = 0.75;
const MARK_CACHE_SHARE = 0.02;

function bytes(share: number): string {
  return String(Math.floor(memory() * share));
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * What the engine's only user may do: tables in its folder, files as the guard lets through. No source of the network
 * (url, s3, remote, …), no functions, dictionaries or users; of the system commands those that hold back merges.
 */
const GRANTS = [
  "GRANT SHOW, SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, CREATE VIEW, CREATE TEMPORARY TABLE, DROP, TRUNCATE, OPTIMIZE, KILL QUERY ON *.*",
  "GRANT SYSTEM MERGES ON *.*",
  "GRANT TABLE ENGINE ON MergeTree",
  "GRANT TABLE ENGINE ON Memory",
  "GRANT READ ON FILE",
];

/**
 * Seconds between two looks at an idle table for streaming queries, which Scanbook does not use: with ClickHouse's default 30
 * tables wake an idle engine 45 times a second. The same setting for merges stays at its default of 0.1 s: a DELETE may
 * wait for the next look.
 */
const STREAMING_IDLE_SECONDS = 60;

/** Configuration of the engine process as ClickHouse reads it. Acknowledged rows are on the disk (fsync). */
export function engineConfig(users: string): string {
  return `<clickhouse>
  <users_config>${xml(users)}</users_config>
  <max_server_memory_usage>${bytes(ENGINE_SHARE)}</max_server_memory_usage>
  <mark_cache_size>${bytes(MARK_CACHE_SHARE)}</mark_cache_size>
  <background_streaming_processing_pool_thread_sleep_seconds_if_nothing_to_do>${STREAMING_IDLE_SECONDS}</background_streaming_processing_pool_thread_sleep_seconds_if_nothing_to_do>
  <merge_tree>
    <fsync_after_insert>1</fsync_after_insert>
    <fsync_part_directory>1</fsync_part_directory>
  </merge_tree>
</clickhouse>
`;
}

/** The settings of every statement, and its rights. An expression alone is no SELECT, as on a server. */
export function usersConfig(): string {
  return `<clickhouse>
  <profiles>
    <default>
      <max_memory_usage>${bytes(STATEMENT_SHARE)}</max_memory_usage>
      <max_query_size>64000000</max_query_size>
      <allow_introspection_functions>0</allow_introspection_functions>
      <log_queries>0</log_queries>
      <implicit_select>0</implicit_select>
    </default>
  </profiles>
  <quotas><default></default></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>::/0</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
${GRANTS.map((grant) => `        <query>${grant}</query>`).join("\n")}
      </grants>
    </default>
  </users>
</clickhouse>
`;
}
