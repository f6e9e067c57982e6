-- Timed work is a list in the program, run under advisory locks; the tables of the job queue before it go.
drop schema if exists pgboss cascade;
