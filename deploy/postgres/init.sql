-- Generated from libs/database/src/provisioning/provisioning-sql.ts by `npm run generate`; edits are lost.
-- Does the same as `npm run provision`, for administrators who run SQL themselves. Put the passwords of .env into the
-- environment and run psql "$DATABASE_ADMIN_URL" -f deploy/postgres/init.sql. It can be repeated with a changed password.
\set ON_ERROR_STOP on

create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
revoke create on schema public from public;
revoke all on database :"DBNAME" from public;

\getenv reviews_password REVIEWS_DATABASE_PASSWORD
do $$ begin create role "plaudit_reviews"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_reviews" login password :'reviews_password';
grant "plaudit_reviews" to current_user;
grant connect on database :"DBNAME" to "plaudit_reviews";
create schema if not exists "reviews" authorization "plaudit_reviews";
revoke all on schema "reviews" from public;
grant usage on schema public to "plaudit_reviews";
alter role "plaudit_reviews" in database :"DBNAME" set search_path = "reviews", public;
alter role "plaudit_reviews" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_reviews" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_reviews" in database :"DBNAME" set jit = off;
alter role "plaudit_reviews" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_reviews" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_reviews" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv channels_password CHANNELS_DATABASE_PASSWORD
do $$ begin create role "plaudit_channels"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_channels" login password :'channels_password';
grant "plaudit_channels" to current_user;
grant connect on database :"DBNAME" to "plaudit_channels";
create schema if not exists "channels" authorization "plaudit_channels";
revoke all on schema "channels" from public;
grant usage on schema public to "plaudit_channels";
alter role "plaudit_channels" in database :"DBNAME" set search_path = "channels", public;
alter role "plaudit_channels" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_channels" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_channels" in database :"DBNAME" set jit = off;
alter role "plaudit_channels" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_channels" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_channels" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv invitations_password INVITATIONS_DATABASE_PASSWORD
do $$ begin create role "plaudit_invitations"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_invitations" login password :'invitations_password';
grant "plaudit_invitations" to current_user;
grant connect on database :"DBNAME" to "plaudit_invitations";
create schema if not exists "invitations" authorization "plaudit_invitations";
revoke all on schema "invitations" from public;
grant usage on schema public to "plaudit_invitations";
alter role "plaudit_invitations" in database :"DBNAME" set search_path = "invitations", public;
alter role "plaudit_invitations" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_invitations" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_invitations" in database :"DBNAME" set jit = off;
alter role "plaudit_invitations" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_invitations" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_invitations" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv reports_password REPORTS_DATABASE_PASSWORD
do $$ begin create role "plaudit_reports"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_reports" login password :'reports_password';
grant "plaudit_reports" to current_user;
grant connect on database :"DBNAME" to "plaudit_reports";
create schema if not exists "reports" authorization "plaudit_reports";
revoke all on schema "reports" from public;
grant usage on schema public to "plaudit_reports";
alter role "plaudit_reports" in database :"DBNAME" set search_path = "reports", public;
alter role "plaudit_reports" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_reports" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_reports" in database :"DBNAME" set jit = off;
alter role "plaudit_reports" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_reports" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_reports" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv ai_password AI_DATABASE_PASSWORD
do $$ begin create role "plaudit_ai"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_ai" login password :'ai_password';
grant "plaudit_ai" to current_user;
grant connect on database :"DBNAME" to "plaudit_ai";
create schema if not exists "ai" authorization "plaudit_ai";
revoke all on schema "ai" from public;
grant usage on schema public to "plaudit_ai";
alter role "plaudit_ai" in database :"DBNAME" set search_path = "ai", public;
alter role "plaudit_ai" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_ai" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_ai" in database :"DBNAME" set jit = off;
alter role "plaudit_ai" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_ai" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_ai" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv widgets_password WIDGETS_DATABASE_PASSWORD
do $$ begin create role "plaudit_widgets"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_widgets" login password :'widgets_password';
grant "plaudit_widgets" to current_user;
grant connect on database :"DBNAME" to "plaudit_widgets";
create schema if not exists "widgets" authorization "plaudit_widgets";
revoke all on schema "widgets" from public;
grant usage on schema public to "plaudit_widgets";
alter role "plaudit_widgets" in database :"DBNAME" set search_path = "widgets", public;
alter role "plaudit_widgets" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_widgets" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_widgets" in database :"DBNAME" set jit = off;
alter role "plaudit_widgets" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_widgets" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_widgets" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv webhooks_password WEBHOOKS_DATABASE_PASSWORD
do $$ begin create role "plaudit_webhooks"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_webhooks" login password :'webhooks_password';
grant "plaudit_webhooks" to current_user;
grant connect on database :"DBNAME" to "plaudit_webhooks";
create schema if not exists "webhooks" authorization "plaudit_webhooks";
revoke all on schema "webhooks" from public;
grant usage on schema public to "plaudit_webhooks";
alter role "plaudit_webhooks" in database :"DBNAME" set search_path = "webhooks", public;
alter role "plaudit_webhooks" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_webhooks" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_webhooks" in database :"DBNAME" set jit = off;
alter role "plaudit_webhooks" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_webhooks" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_webhooks" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;

\getenv gateway_password GATEWAY_DATABASE_PASSWORD
do $$ begin create role "plaudit_gateway"; exception when duplicate_object or unique_violation then null; end $$;
alter role "plaudit_gateway" login password :'gateway_password';
grant "plaudit_gateway" to current_user;
grant connect on database :"DBNAME" to "plaudit_gateway";
create schema if not exists "gateway" authorization "plaudit_gateway";
revoke all on schema "gateway" from public;
grant usage on schema public to "plaudit_gateway";
alter role "plaudit_gateway" in database :"DBNAME" set search_path = "gateway", public;
alter role "plaudit_gateway" in database :"DBNAME" set timezone = 'UTC';
alter role "plaudit_gateway" in database :"DBNAME" set random_page_cost = 1.1;
alter role "plaudit_gateway" in database :"DBNAME" set jit = off;
alter role "plaudit_gateway" in database :"DBNAME" set statement_timeout = 1800;
alter role "plaudit_gateway" in database :"DBNAME" set lock_timeout = 1500;
alter role "plaudit_gateway" in database :"DBNAME" set idle_in_transaction_session_timeout = 5000;
