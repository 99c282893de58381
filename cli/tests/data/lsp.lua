-- Opens the file as an editor with a language client does, and says what it is told.
local say = function(...) io.stderr:write(table.concat({ ... }, ' '), '\n') end
local patience = 60000

local run = function()
  local id = vim.lsp.start_client({ name = 'bytespec', cmd = { os.getenv('BYTESPEC'), 'lsp' }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, id)
  local found = function() return vim.diagnostic.get(0) end
  vim.wait(patience, function() return #found() > 0 end, 20)
  for _, one in ipairs(found()) do
    say('diagnostic', one.lnum, one.code, one.message)
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(0), position = { line = 9, character = 10 } }
  local ask = function(method, more)
    local answer = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', params, more or {}), patience)
    return answer and answer[id] and answer[id].result
  end
  say('hover', ask('textDocument/hover').contents.value)
  local line = { position = { line = 10, character = 8 } }
  for _, item in ipairs(ask('textDocument/completion', line)) do
    say('completion', item.label)
  end
  local range = { start = { line = 10, character = 8 }, ['end'] = { line = 10, character = 10 } }
  local actions = ask('textDocument/codeAction', { range = range, context = { diagnostics = {} } })
  for _, action in ipairs(actions) do
    say('action', action.title)
  end
  -- What is typed is told as it is: the finding goes.
  vim.api.nvim_buf_set_text(0, 10, 8, 10, 10, { 'u8' })
  vim.wait(patience, function() return #found() == 0 end, 20)
  say('left', #found())
end

vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    local ok, why = pcall(run)
    if not ok then say('failed', why) end
    vim.cmd('qa!')
  end,
})
