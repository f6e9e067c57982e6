# PostgreSQL's image runs this once, when it makes the database: the role that the program runs as (compose.yaml).
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$PROGRAM_PASSWORD" <<'SQL'
create role bittkosh_program login password :'password';
SQL
