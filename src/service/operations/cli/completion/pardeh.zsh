#compdef pardeh
# Completes ./pardeh in zsh: nouns, verbs, options, values and files.
_pardeh() {
  local line result=1
  local -a found
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then
      _files && result=0
    elif [[ $line == *' '* ]]; then
      found+=("${${line%% *}//:/\\:}:${line#* }")
    else
      found+=("${line//:/\\:}")
    fi
  done < <("${words[1]/#\~/$HOME}" completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)
  (( ${#found} )) && _describe pardeh found && result=0
  return result
}
compdef _pardeh pardeh
