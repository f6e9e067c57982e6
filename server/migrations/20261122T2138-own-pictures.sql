-- Pictures of the sample plans that were stored with the address of the first start, which the content policy refuses at
-- any other address: the program's own pictures are paths.
update plans
   set icon_url = regexp_replace(icon_url, '^https?://[^/]+', '')
 where icon_url ~ '^https?://[^/]+/icons/plans/coin-(sun|peaks|lotus|waves|dots|rings|kite|links)\.svg$';
